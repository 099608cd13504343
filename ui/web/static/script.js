// Keeps a page up to date, and sends its forms without leaving it. Without this script
// everything works by links and forms.
'use strict'
;(() => {
  const body = document.body
  const $ = (id) => document.getElementById(id)
  document.documentElement.classList.add('scripted')

  // In the waiting room: look whether something has become of it.
  if (body.dataset.wait) {
    const look = async () => {
      try {
        const r = await fetch(body.dataset.wait, { headers: { 'X-Fray': '1' } })
        if (r.status === 200) return location.replace('/')
      } catch { /* the network comes back */ }
      setTimeout(look, 3000)
    }
    setTimeout(look, 3000)
    return
  }
  if (!body.dataset.parts) return

  // What the points of a field give so far.
  function gives(input) {
    const field = input.closest('.field')
    const steps = field ? [...field.querySelectorAll('.gives [data-from]')] : []
    const now = steps.filter((s) => +s.dataset.from <= (+input.value || 0)).pop()
    for (const s of steps) s.hidden = s !== now
  }
  const give = (el) => el.querySelectorAll('.stepper input').forEach(gives)
  give(document)

  // What is under a finger, or being typed in, is not replaced before that is over.
  const held = new Map()
  let down = null
  const busy = (el) => {
    if (down && el.contains(down)) return true
    const a = document.activeElement
    return a && el.contains(a) && /^(INPUT|SELECT|TEXTAREA)$/.test(a.tagName) && a.value !== a.defaultValue
  }
  const put = (id, html) => {
    const el = $('part-' + id)
    if (!el) return
    if (busy(el)) {
      held.set(id, html)
      return
    }
    held.delete(id)
    const box = document.createElement('template')
    box.innerHTML = html
    if (box.innerHTML === el.innerHTML) return // all parts come again after the line was cut
    const a = document.activeElement
    const inside = a && el.contains(a)
    const mark = inside && (a.id ? '#' + CSS.escape(a.id) : a.name && a.value ? `[name="${CSS.escape(a.name)}"][value="${CSS.escape(a.value)}"]` : a.getAttribute('href') ? `a[href="${CSS.escape(a.getAttribute('href'))}"]` : null)
    const open = [...el.querySelectorAll('details[open]')].map((d) => d.className)
    const had = new Set([...el.querySelectorAll('[data-at]')].map((x) => x.dataset.at))
    // What was typed into a card stays as long as the card does.
    const fields = () => [...el.querySelectorAll('[data-at] input:not([type=hidden])')].map((i) => [i.closest('[data-at]').dataset.at + ' ' + i.name, i])
    const typed = new Map(fields().filter(([, i]) => i.value !== i.defaultValue).map(([at, i]) => [at, i.value]))
    el.innerHTML = html
    for (const [at, i] of fields()) if (typed.has(at)) i.value = typed.get(at)
    give(el)
    for (const c of open) if (c) for (const d of el.getElementsByClassName(c)) if (d.tagName === 'DETAILS' && open.filter((x) => x === c).length === 1) d.open = true
    if (inside) {
      const again = mark && el.querySelector(mark)
      if (again) again.focus({ preventScroll: true })
      else {
        const h = el.querySelector('h2')
        if (h) { h.tabIndex = -1; h.focus({ preventScroll: true }) }
      }
    }
    if (id === 'ask' && [...el.querySelectorAll('[data-at]')].some((x) => !had.has(x.dataset.at))) {
      say([...el.querySelectorAll('[data-at]')].filter((x) => !had.has(x.dataset.at)).map((x) => x.querySelector('h2').textContent))
      if (navigator.vibrate && navigator.userActivation && navigator.userActivation.hasBeenActive) navigator.vibrate(60)
    }
    tick()
  }
  // The odds of what is folded away are counted when it is opened.
  const unfold = async () => {
    const rest = document.querySelector('details.rest[data-later][open]')
    if (!rest) return
    rest.removeAttribute('data-later')
    try {
      const r = await fetch('./?' + new URLSearchParams({ who: body.dataset.who }), { headers: { 'X-Fray': '1' } })
      const box = document.createElement('template')
      box.innerHTML = await r.text()
      const list = rest.querySelector('ul')
      const fresh = box.content.querySelector('details.rest ul')
      if (down || list.contains(document.activeElement)) rest.dataset.later = ''
      else if (r.ok && fresh) list.replaceWith(fresh)
    } catch { /* they stay without odds */ }
  }
  addEventListener('toggle', unfold, true)
  const release = () => {
    for (const [id, html] of [...held]) put(id, html)
    unfold()
  }
  addEventListener('pointerdown', (e) => { down = e.target }, true)
  for (const up of ['pointerup', 'pointercancel']) addEventListener(up, () => { down = null; setTimeout(release, 400) }, true)
  addEventListener('focusout', () => setTimeout(release, 50))

  const say = (lines) => {
    const log = $('said')
    for (const l of lines) {
      const p = document.createElement('p')
      p.textContent = l
      log.append(p)
    }
    while (log.children.length > 20) log.firstChild.remove()
  }
  const state = (words) => {
    $('state').textContent = words
    $('state').hidden = !words
  }

  // The stream of events. A hidden page holds none, and of several that are seen only the one that was
  // looked at last: the others ask every few seconds. So one table needs two connections of the six
  // that a browser has for a site, however many pages of it are open.
  let source = null
  let since = body.dataset.since
  let heard = Date.now() // when anything came
  let opened = Date.now() // since when it should
  let mine = true // this page has the stream
  let once = false // what this page has asked for has come, and it asks again
  let away = false // the page is not seen
  let over = false // the seat is gone
  const cut = 'The line to the table is cut. Trying again …'
  const quiet = 25000 // a beat comes every 20 s
  const others = new BroadcastChannel('fray ' + location.pathname.replace(/[^/]*$/, ''))
  const hidden = () => document.visibilityState === 'hidden'
  const dead = (words) => {
    state(words)
    body.classList.toggle('dead', !!words)
  }
  const alive = () => {
    heard = Date.now()
    if (body.classList.contains('dead')) dead('')
  }
  // The gamemaster sees who does not answer.
  const answer = () => fetch('beat' + (hidden() ? '?hidden=yes' : ''), { headers: { 'X-Fray': '1' } }).catch(() => {})
  const close = () => { if (source) source.close() }
  const open = () => {
    close()
    once = false
    opened = Date.now()
    const q = new URLSearchParams({ parts: body.dataset.parts, who: body.dataset.who, since })
    if (!mine) q.set('once', 'yes')
    const from = source = new EventSource('events?' + q)
    const on = (kind, f) => from.addEventListener(kind, (e) => {
      alive()
      if (e.lastEventId) since = e.lastEventId
      f(JSON.parse(e.data))
    })
    from.onopen = () => { once = false; alive(); state('') }
    from.onerror = () => {
      if (over || from !== source) return
      if (once) { once = false; return }
      dead(cut)
      if (from.readyState === EventSource.CLOSED) setTimeout(wake, 1500)
    }
    on('table', (t) => {
      const asked = document.querySelectorAll('[data-at]').length
      for (const p of t.parts || []) put(p.id, p.html)
      if (document.querySelectorAll('[data-at]').length > asked) answer() // to a question, too
      if (t.said) say(t.said)
      if (t.said || t.parts) preview()
    })
    on('told', (words) => state(words))
    on('here', answer)
    on('once', () => { once = true })
    on('gone', (words) => {
      close()
      dead((words || 'The table is closed').replace(/^./, (c) => c.toUpperCase()) + '.')
    })
  }
  const take = () => {
    mine = true
    others.postMessage('mine')
    open()
  }
  others.onmessage = (e) => {
    if (e.data === 'mine' && mine && source) {
      mine = false
      if (!away) open()
    } else if (e.data === 'free' && !mine && !away) setTimeout(() => { if (!mine && !away) take() }, 300 * Math.random())
  }
  const free = () => {
    close()
    if (mine) others.postMessage('free')
  }
  // A stream that is refused does not say why, so a page is asked.
  const again = async () => {
    try {
      const r = await fetch('more', { headers: { 'X-Fray': '1' } })
      if (r.ok && source.readyState === EventSource.CLOSED) return open()
      if (r.status !== 403) return
      over = true
      if ($('state').textContent === cut) state(await r.text())
    } catch { /* the next time */ }
  }
  // A phone that sleeps is told nothing, not even that its line is cut.
  const wake = (e) => {
    if (hidden()) {
      if (!away && source) {
        free()
        answer()
      }
      away = true
      return
    }
    const seen = away || !source || e && e.type === 'focus' && !mine
    away = false
    if (over) return
    const at = Date.now()
    if (seen) take()
    else if (e && (e.type === 'online' || e.persisted)) open()
    else if (source.readyState === EventSource.CLOSED) again()
    else if (at - Math.max(heard, opened) > quiet || body.classList.contains('dead') && at - opened > 10000) {
      if (at - heard > quiet && $('state').textContent !== cut) dead(`Nothing has come from the table since ${new Date(heard).toLocaleTimeString()}. Trying again …`)
      open()
    }
  }
  for (const e of ['online', 'focus', 'pageshow']) addEventListener(e, wake)
  addEventListener('offline', () => dead(cut))
  addEventListener('pagehide', free)
  document.addEventListener('visibilitychange', wake)
  setInterval(wake, 5000)
  setInterval(() => { if (hidden() && !over) answer() }, 20000)
  wake()

  // Seconds that are left. Nothing is said of each.
  const tick = () => {
    for (const el of document.querySelectorAll('[data-until]')) el.textContent = Math.max(0, Math.ceil((el.dataset.until - Date.now()) / 1000))
  }
  setInterval(() => { if (document.querySelector('[data-until]')) tick() }, 1000)

  // Forms of a page that stays are sent behind it.
  addEventListener('submit', async (e) => {
    const form = e.target
    if (form.method !== 'post' || !('stay' in form.dataset) && !('preview' in form.dataset)) return
    if (e.submitter && e.submitter.getAttribute('formmethod') === 'get') return
    e.preventDefault()
    if (form.getAttribute('aria-busy') === 'true') return
    form.setAttribute('aria-busy', 'true')
    const wrong = form.querySelector('[data-error]')
    if (wrong) wrong.hidden = true
    const fail = (words) => {
      if (wrong) { wrong.textContent = words; wrong.hidden = false } else state(words)
    }
    try {
      const r = await fetch(form.getAttribute('action'), { method: 'POST', headers: { 'X-Fray': '1' }, body: new URLSearchParams(new FormData(form, e.submitter)) })
      if (!r.ok) fail(await r.text())
      else if (r.headers.get('X-Fray-To')) return location.assign(r.headers.get('X-Fray-To'))
      else if ('clear' in form.dataset) { form.elements.text.value = '' }
      for (const i of form.elements) if (i.value !== undefined && i.type !== 'hidden' && r.ok && !('clear' in form.dataset)) i.defaultValue = i.value
      release()
    } catch {
      fail('The table cannot be reached just now. Nothing was sent.')
    } finally {
      form.removeAttribute('aria-busy')
    }
  })

  // The preview of an action follows every change of its form.
  let asked = 0
  let timer = null
  const look = async () => {
    const form = document.querySelector('form[data-preview]')
    if (!form) return
    const mine = ++asked
    const q = new URLSearchParams(new FormData(form))
    q.delete('form')
    try {
      const r = await fetch('act?' + q, { headers: { 'X-Fray': '1' } })
      const html = await r.text()
      if (mine !== asked || !r.ok || r.redirected) return
      const box = document.createElement('template')
      box.innerHTML = html
      const fresh = box.content.querySelector('#preview')
      const old = $('preview')
      if (!fresh || !old || fresh.innerHTML === old.innerHTML) return
      if ('over' in fresh.dataset) { // what was asked has ended, and the form with it
        form.replaceWith(fresh)
        say([fresh.querySelector('p').textContent])
        return
      }
      if (down) return preview() // the button under a finger would move
      const open = [...old.querySelectorAll('details')].map((d) => d.open)
      old.innerHTML = fresh.innerHTML
      ;[...old.querySelectorAll('details')].forEach((d, i) => { d.open = !!open[i] })
    } catch { /* the next change asks again */ }
  }
  const preview = () => {
    if (!document.querySelector('form[data-preview]')) return
    clearTimeout(timer)
    timer = setTimeout(look, 120)
  }
  addEventListener('input', (e) => {
    if (e.target.form && 'preview' in e.target.form.dataset) preview()
    const share = e.target.form && e.target.form.dataset.share
    if (share) {
      const left = share - [...e.target.form.querySelectorAll('input[type=number]')].reduce((n, i) => n + (+i.value || 0), 0)
      e.target.form.querySelector('[data-left]').textContent = left < 0 ? `, ${-left} too many` : `, ${left} left`
    }
    gives(e.target)
  })
  addEventListener('click', (e) => {
    const button = e.target.closest && e.target.closest('[data-step]')
    if (!button) return
    const input = button.parentElement.querySelector('input')
    const to = (+input.value || 0) + +button.dataset.step
    input.value = Math.max(+input.min, Math.min(+input.max, to))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
})()
