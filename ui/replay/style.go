package replay

// The styles and the script of the pages.
const (
	pageStyle = `:root { color-scheme: light dark; --ground: light-dark(#f6f4ef, #14161b); --panel: light-dark(#fff, #1d2027); --text: light-dark(#1c1d21, #e6e6ea); --dim: light-dark(#5d606a, #9aa0ad); --life: light-dark(#1b7f4d, #4cc38a); --lost: light-dark(#b3261e, #ff6b5e); --accent: light-dark(#7a4b00, #ffcb6b); --heroes: light-dark(#0b5a9c, #7cc4ff); --foes: light-dark(#a3321f, #ff9a8b); --track: light-dark(#dedbd3, #30343e) }
* { box-sizing: border-box }
html { overscroll-behavior-x: none; touch-action: pan-y pinch-zoom }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--ground); color: var(--text); font: 1rem/1.45 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0; line-height: 1.2 } header p, footer { color: var(--dim); margin: .2rem 0 1rem } footer { font-size: .85rem; margin: 1rem 0 0 }
ol { list-style: none; padding: 0; margin: 0 }
li { background: var(--panel); border-radius: .6rem; padding: .8rem 1rem; margin: 0 0 .8rem }
.when { color: var(--dim); font-size: .85rem; margin: 0 } .words { font-size: 1.3rem; line-height: 1.25; margin: .2rem 0 .2rem; font-weight: 650 } .working { color: var(--dim); margin: 0 0 .6rem }
.result { display: inline-block; margin-top: .3rem; padding: .1rem .9rem; border-radius: .3rem; font-size: 1.3rem; text-transform: uppercase; letter-spacing: .06em; font-weight: 700; background: var(--track) }
.result.hit { background: var(--lost); color: var(--ground) }
.dice { display: inline-flex; flex-wrap: wrap; gap: .3rem; margin: 0 .9rem .5rem 0; align-items: center; color: var(--dim); font-size: .9rem }
.die { min-width: 1.9rem; height: 1.9rem; padding: 0 .3rem; display: inline-grid; place-items: center; border: 2px solid var(--dim); border-radius: .35rem; color: var(--text); font-weight: 700 }
.die.cancelled { opacity: .5; text-decoration: line-through } .die.decisive, .die.again { border-color: var(--accent); color: var(--accent) }
.side { color: var(--dim); font-size: .75rem; letter-spacing: .08em; text-transform: uppercase; margin: .9rem 0 .3rem; border-top: 1px solid var(--track); padding-top: .4rem }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.2rem, 1fr)); gap: .7rem }
.person { border-left: 3px solid transparent; padding-left: .4rem; min-width: 0; overflow-wrap: anywhere } .person.acts { border-color: var(--accent) }
.person b { color: var(--foes) } .heroes b { color: var(--heroes) } .person.down b { text-decoration: line-through }
.loss { color: var(--lost); font-weight: 700; white-space: nowrap } .state { display: block; color: var(--dim); font-size: .8rem }
.meter { display: grid; grid-template-columns: minmax(1.6rem, auto) 1fr auto; gap: .4rem; align-items: center; font-size: .8rem; font-variant-numeric: tabular-nums }
.track { display: block; height: .8rem; background: var(--track); border-radius: .2rem; position: relative; overflow: hidden }
.hidden { position: absolute; left: -9999px }
.track i { position: absolute; inset: 0 auto 0 0; background: var(--life) } .track i.lost { background: var(--lost) }
@keyframes fall { from { width: var(--was) } }
nav { display: none; position: sticky; bottom: 0; background: var(--ground); padding: .6rem 0; gap: .6rem; align-items: center }
.js nav { display: flex } .js #frames > li { display: none } .js #frames > li.now { display: block; min-height: 22rem }
.js li.now .track i:not(.lost) { animation: fall .7s ease-in }
#story li { background: none; padding: 0; margin: 0 } #story button { scroll-margin: 6rem; width: 100%; min-height: 44px; text-align: left; border: 0; border-left: 3px solid var(--track); border-radius: 0; background: none; padding: .3rem .7rem }
#story button[aria-current] { border-color: var(--accent); background: var(--panel); font-weight: 600 } #story h2 { font-size: 1rem; margin: 0 0 .4rem }
@media (min-width: 58rem) { .js main { display: grid; grid-template-columns: 3fr 2fr; gap: 1rem; align-items: start } .js #story { max-height: 80vh; overflow-y: auto; position: sticky; top: 1rem } }
button { font: inherit; min-width: 44px; min-height: 44px; border-radius: .5rem; border: 1px solid var(--dim); background: var(--panel); color: var(--text) }
.named { padding: 0 1rem } .named::after { content: attr(aria-label) }
input[type=range] { flex: 1; min-height: 44px }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
@media (prefers-reduced-motion: reduce) { .track i:not(.lost) { animation: none !important } }
@media print { nav, #story { display: none !important } .js main { display: block } .js #frames > li { display: block; min-height: 0 } li { break-inside: avoid; border: 1px solid #999 } }
`

	cardStyle = `:root { color-scheme: light dark; --ground: light-dark(#f6f4ef, #14161b); --panel: light-dark(#fff, #1d2027); --text: light-dark(#1c1d21, #e6e6ea); --dim: light-dark(#5d606a, #9aa0ad); --given: light-dark(#1b7f4d, #4cc38a); --taken: light-dark(#b3261e, #ff6b5e); --heroes: light-dark(#0b5a9c, #7cc4ff); --track: light-dark(#dedbd3, #30343e) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--ground); color: var(--text); font: 1rem/1.45 system-ui, sans-serif }
h1 { margin: 0 } header p { color: var(--dim); margin: 0 0 1rem }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left } thead th { color: var(--dim); font-weight: 400 } td, th { padding: .25rem .5rem .25rem 0 } td { width: 32% } td:last-child { width: auto; white-space: nowrap }
.bar { display: inline-block; height: .8rem; max-width: 70%; background: var(--given); margin-right: .4rem } .taken { background: var(--taken) }
dt { color: var(--dim); margin-top: .6rem } dd { margin: 0 } b { margin-left: .6rem; color: var(--given) } b.bad { color: var(--taken) }
figure { margin: 1rem 0 } figure svg { width: 100%; height: 8rem; background: var(--panel) } polyline { fill: none; stroke: var(--heroes); stroke-width: 2 } figcaption { color: var(--dim); font-size: .85rem }
@media print { .bar { print-color-adjust: exact } }
`

	pageScript = `(function () {
	var frames = document.querySelectorAll("#frames > li"), at = 0, timer = 0
	var slider = document.getElementById("at"), told = document.getElementById("told"), play = document.getElementById("play")
	if (frames.length < 2) return
	document.documentElement.className = "js"
	slider.max = frames.length
	var story = document.getElementById("story"), said = []
	story.hidden = document.getElementById("hint").hidden = false
	frames.forEach(function (f, n) {
		var b = document.createElement("button"), li = document.createElement("li")
		b.textContent = f.querySelector(".words").textContent
		b.onclick = function () { stop(); show(n) }
		li.append(b)
		story.querySelector("ol").append(li)
		said.push(b)
	})
	function show(n) {
		frames[at].classList.remove("now")
		said[at].removeAttribute("aria-current")
		at = Math.max(0, Math.min(n, frames.length - 1))
		frames[at].classList.add("now")
		said[at].setAttribute("aria-current", "true")
		story.scrollTop = said[at].offsetTop - story.clientHeight / 2 - story.offsetTop
		slider.value = at + 1
		slider.setAttribute("aria-valuetext", (at + 1) + " of " + frames.length)
		told.textContent = frames[at].querySelector(".words").textContent
	}
	function stop() { clearInterval(timer); timer = 0; play.setAttribute("aria-label", "Play") }
	play.onclick = function () {
		if (timer) return stop()
		if (at === frames.length - 1) show(0)
		play.setAttribute("aria-label", "Stop")
		timer = setInterval(function () { show(at + 1); if (at === frames.length - 1) stop() }, 1600)
	}
	document.getElementById("back").onclick = function () { stop(); show(at - 1) }
	document.getElementById("on").onclick = function () { stop(); show(at + 1) }
	slider.oninput = function () { stop(); show(slider.value - 1) }
	document.addEventListener("keydown", function (e) {
		if (e.target === slider) return
		if (e.key === "ArrowRight") { stop(); show(at + 1) }
		if (e.key === "ArrowLeft") { stop(); show(at - 1) }
		if (e.key === "Home") { stop(); show(0) }
		if (e.key === "End") { stop(); show(frames.length - 1) }
	})
	var x = 0
	document.addEventListener("touchstart", function (e) { x = e.changedTouches[0].clientX })
	document.addEventListener("touchend", function (e) {
		if (e.target === slider) return
		var moved = e.changedTouches[0].clientX - x
		if (Math.abs(moved) > 60) { stop(); show(at + (moved < 0 ? 1 : -1)) }
	})
	show(0)
})()
`
)
