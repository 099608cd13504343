package web_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
)

var (
	browsers = flag.Bool("browser", false, "play in a real Chromium, which must be installed")
	axe      = flag.String("axe", "", "the `FILE` of axe-core, axe.min.js, with which pages are looked at")
	qr       = flag.String("qr", "", "the `FILE` of jsQR, jsQR.js, with which QR codes are read")
	pictures = flag.String("pictures", "", "the folder to which Chromium's pictures are written")
)

// chromium is a real browser.
type chromium struct {
	*testHost
	ctx context.Context
}

// chromium starts one of a size; -browser asks for it.
func (h *testHost) chromium(wide, high int64) *chromium {
	h.Helper()
	if !*browsers {
		h.Skip("with -browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(alloc)
	h.Cleanup(func() { leave(); stop() })
	c := &chromium{h, ctx}
	c.size(wide, high)
	return c
}

// size is that of the window: of a phone where it is narrow.
func (c *chromium) size(wide, high int64) {
	c.Helper()
	phone := wide < 600
	call(c, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: wide, Height: high, DeviceScaleFactor: 2, Mobile: phone})
	call(c, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: phone})
}

// call sends a command to the browser.
func call[P, R any](c *chromium, cmd cdp.Command[P, R], params P) {
	c.Helper()
	c.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cmd, params)
		return err
	}))
}

// within is how long one step in a browser may take.
const within = 40 * time.Second

func (c *chromium) do(all ...chromedp.Action[chromedp.Void]) {
	c.Helper()
	for i, a := range all {
		late := time.AfterFunc(within, func() { c.Log("step ", i, " takes too long"); _ = chromedp.Cancel(c.ctx) })
		err := chromedp.Do(c.ctx, a)
		late.Stop()
		if err != nil {
			c.Fatalf("step %d: %v", i, err)
		}
	}
}

// picture writes what stands there to the folder of -pictures, small.
func (c *chromium) picture(name string) {
	c.Helper()
	if *pictures == "" {
		return
	}
	shot, err := chromedp.Run(c.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		c.Fatal(err)
	}
	large, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		c.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small(large)); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), b.Bytes(), 0o600); err != nil {
		c.Fatal(err)
	}
}

// small is a picture of half the size, in the 32 colours that are most frequent in it.
func small(large image.Image) image.Image {
	box := image.Rect(0, 0, large.Bounds().Dx()/2, large.Bounds().Dy()/2)
	half, count := image.NewNRGBA(box), map[color.NRGBA]int{}
	for y := range box.Dy() {
		for x := range box.Dx() {
			var sum [3]uint32
			for i := range 4 {
				r, g, b, _ := large.At(2*x+i%2, 2*y+i/2).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r, sum[1]+g, sum[2]+b
			}
			c := color.NRGBA{uint8(sum[0] >> 10), uint8(sum[1] >> 10), uint8(sum[2] >> 10), 255} //nolint:gosec // a quarter of four times 16 bits
			half.SetNRGBA(x, y, c)
			count[c]++
		}
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.NRGBA) int { return cmp.Compare(count[b], count[a]) })
	var palette color.Palette
	for _, c := range all[:min(32, len(all))] {
		palette = append(palette, c)
	}
	out := image.NewPaletted(box, palette)
	draw.Draw(out, box, half, image.Point{}, draw.Src)
	return out
}

// prefers sets what the system of the browser prefers.
func (c *chromium) prefers(name, value string) {
	c.Helper()
	call(c, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
}

// themes are what a system may prefer, as media queries.
var themes = [][2]string{{"prefers-color-scheme", "light"}, {"prefers-contrast", "more"}, {"prefers-color-scheme", "dark"}}

// isFlawless runs axe-core on what stands there, where -axe has it.
func (c *chromium) isFlawless(page string) {
	c.Helper()
	if *axe == "" {
		return
	}
	script, err := os.ReadFile(*axe)
	if err != nil {
		c.Fatal(err)
	}
	c.do(chromedp.Evaluate[chromedp.Void](string(script)))
	found, err := chromedp.Run(c.ctx, chromedp.Evaluate[string](`axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html + " " + n.failureSummary).join(" | ")).join("\n"))`, chromedp.EvalAwaitPromise))
	if err != nil {
		c.Fatal(err)
	}
	if found != "" {
		c.Errorf("axe-core, %s: %s", page, found)
	}
}

// From the words of fray host to a stranger's first throw it is four taps on a phone, which
// are counted: with an invite its link, its button, an action and the throw; without one the
// address, the button below the name that one types, an action and the throw. Whoever is the
// first to throw types a word for the dice besides, in the field that has the focus.
func TestTapsToTheFirstThrow(t *testing.T) {
	h := open(t, "supermen", 2)
	c := h.chromium(390, 844)
	throws := func(p *phone) {
		t.Helper()
		before := len(h.live.Now().Rolls()) + h.finished()
		p.leads("#now .offer")
		p.leads("form[data-preview] button.go")
		if h.live.Now().WaitsForWords() != "" {
			p.do(chromedp.KeyEvent("any keys\r"), chromedp.WaitNotPresent(".ask.word"))
		}
		if len(h.live.Now().Rolls())+h.finished() == before || p.taps > 4 {
			t.Errorf("%d taps, and nothing is thrown: %s", p.taps, h.live.Now().WaitsForWords())
		}
	}
	mira := c.phone(false)
	mira.opens(h.invite("Mira", 0))
	mira.leads("button.go")
	throws(mira)
	tom, guests := c.phone(false), h.server.Admissions()
	tom.opens(h.base)
	tom.do(chromedp.KeyEvent("Tom"))
	tom.leads("button.go")
	waits := guests.Waiting()
	if len(waits) != 1 || waits[0].Name != "Tom" {
		t.Fatalf("%+v wait", waits)
	}
	if err := guests.Admit(waits[0].ID, model.Seat{Role: model.Player, Name: "Tom"}, []string{h.live.Now().Characters()[1].ID}); err != nil {
		t.Fatal(err)
	}
	tom.do(chromedp.WaitVisible("#now"))
	throws(tom)
}

// What one throws stands on the other's phone without anything being reloaded; axe-core
// finds nothing on any page in any theme; and at 320 pixels nothing is wider than the page.
func TestPhones(t *testing.T) {
	h := open(t, "supermen", 4)
	c, tom := h.chromium(390, 844), h.comes("Tom", 1)
	h.must(gm, model.Scene{Place: "Harbour"})
	h.must(gm, model.BeginSession{})
	c.do(chromedp.Navigate(h.invite("Mira", 0)), chromedp.WaitVisible("button.go"))
	c.picture("door")
	c.isFlawless("the door")
	c.do(chromedp.Click("button.go"), chromedp.WaitVisible("#now"), chromedp.Click(".offer"), chromedp.WaitVisible("#preview"))
	c.picture("act")
	for _, theme := range themes {
		c.prefers(theme[0], theme[1])
		c.isFlawless("the form, " + theme[1])
	}
	c.do(chromedp.Click("form[data-preview] button.go"), chromedp.WaitVisible(".ask"))
	c.picture("asked")
	c.do(chromedp.Evaluate[chromedp.Void]("window.here = true"))
	tom.opens("/")
	tom.sends("Send", "text", "well thrown", "to", "all")
	told, err := chromedp.Run(c.ctx, chromedp.Poll[bool](`window.here && document.getElementById("log").textContent.includes("well thrown") && document.getElementById("said").textContent.includes("well thrown")`))
	if err != nil || !told {
		t.Error("what Tom says is not told:", err)
	}
	for _, path := range []string{"/", "/sheet", "/log", "/more", "/dice", "/recap", "/shown"} {
		c.do(chromedp.Navigate(h.base+path), chromedp.WaitVisible("#main"))
		for _, theme := range themes {
			c.prefers(theme[0], theme[1])
			c.isFlawless(path + ", " + theme[1])
		}
	}
	c.size(320, 640)
	c.do(chromedp.Navigate(h.base), chromedp.WaitVisible("#now"))
	c.picture("narrow")
	wide, err := chromedp.Run(c.ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth`))
	if err != nil || wide > 320 {
		t.Errorf("at 320 pixels the page is %d wide: %v", wide, err)
	}
}

// Whoever is attacked is asked on their phone, with the chances and the seconds left: the
// card fits a phone of 390 and of 320 pixels in light and dark, and axe-core finds nothing.
func TestAttackedOnAPhone(t *testing.T) {
	for system, action := range map[string]string{"supermen": "combat", "d6": "attack"} {
		t.Run(system, func(t *testing.T) {
			h := open(t, system, 3)
			h.must(gm, model.BeginSession{})
			p := h.chromium(390, 844).phone(false)
			p.opens(h.invite("Mira", 0))
			p.leads("button.go")
			p.do(chromedp.WaitVisible("#now"))
			h.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf("60 seconds")})
			all := h.live.Now().Characters()
			for n := 0; len(decide.Attacks(h.live.Now())) == 0; n++ {
				if n == 20 {
					t.Fatal("no blow hits")
				}
				h.must(gm, model.Begin{Who: all[2].ID, Against: []string{all[0].ID}, System: system, Action: action, Force: true})
				for system == "supermen" && len(h.live.Now().Rolls()) > 0 {
					h.rest()
				}
			}
			p.do(chromedp.WaitVisible(".ask [data-until]"))
			title, err := chromedp.Run(p.ctx, chromedp.TextContent(".ask h2"))
			if err != nil || title != "You are attacked: defend?" {
				t.Errorf("the card is called %q: %v", title, err)
			}
			for _, wide := range []int64{390, 320} {
				p.size(wide, map[int64]int64{390: 844, 320: 640}[wide])
				for _, theme := range themes {
					p.prefers(theme[0], theme[1])
					p.picture(fmt.Sprintf("attacked-%s-%d-%s", system, wide, theme[1]))
					p.isFlawless(fmt.Sprintf("attacked, %d, %s", wide, theme[1]))
				}
				got, err := chromedp.Run(p.ctx, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`))
				if err != nil || got > wide {
					t.Errorf("at %d pixels the page is %d wide: %v", wide, got, err)
				}
				small, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`[...document.querySelectorAll('.ask button, .ask a.button, .ask summary')].filter(x => { const r = x.getBoundingClientRect(); return r.width && (r.width < 44 || r.height < 44) }).map(x => x.outerHTML).join(' ')`))
				if err != nil || small != "" {
					t.Errorf("at %d pixels these are smaller than a finger: %s %v", wide, small, err)
				}
			}
		})
	}
}

// TestCodeIsRead checks that a real decoder reads the link of an invite from the QR code as a
// terminal shows it: half blocks of a real font, in the dark and in the light theme.
func TestCodeIsRead(t *testing.T) {
	if *qr == "" {
		t.Skip("with -qr")
	}
	script, err := os.ReadFile(*qr)
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, "supermen", 1)
	c := h.chromium(800, 800)
	made, err := h.server.Admissions().Invite(model.Seat{Role: model.Player, Name: "Mira"}, nil, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range []kit.Theme{kit.Dark, kit.Light} {
		page := fmt.Sprintf(`<body style="background: %s"><pre style="color: %s; font: bold 16px monospace">%s</pre>`,
			theme.Grounds[kit.OnCard].TrueColor, theme.Inks[kit.Title].Fore.TrueColor, strings.Join(kit.CodeLines(made.Code, theme.Dark), "\n"))
		c.do(chromedp.Navigate("data:text/html;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(page))))
		shot, err := chromedp.Run(c.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		c.do(chromedp.Evaluate[chromedp.Void](string(script)))
		read, err := chromedp.Run(c.ctx, chromedp.Evaluate[string](fmt.Sprintf(`(async () => {
	const picture = new Image()
	picture.src = 'data:image/png;base64,%s'
	await picture.decode()
	const canvas = document.createElement('canvas')
	;[canvas.width, canvas.height] = [picture.width, picture.height]
	const drawn = canvas.getContext('2d')
	drawn.drawImage(picture, 0, 0)
	const code = jsQR(drawn.getImageData(0, 0, canvas.width, canvas.height).data, canvas.width, canvas.height)
	return code ? code.data : 'nothing'
})()`, base64.StdEncoding.EncodeToString(shot)), chromedp.EvalAwaitPromise))
		if err != nil || read != made.Link {
			t.Errorf("%s: the decoder reads %q and not %q: %v", theme.Name, read, made.Link, err)
		}
		c.picture("code-" + theme.Name)
	}
}
