package web_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"example.org/fray/model"
)

var (
	browsers = flag.Bool("browser", false, "play in a real Chromium, which must be installed")
	axe      = flag.String("axe", "", "the `FILE` of axe-core, axe.min.js, with which pages are looked at")
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

// picture writes what stands there to the folder of -pictures.
func (c *chromium) picture(name string, whole bool) {
	c.Helper()
	if *pictures == "" {
		return
	}
	take := chromedp.CaptureScreenshot()
	if whole {
		take = chromedp.FullScreenshot(100)
	}
	png, err := chromedp.Run(c.ctx, take)
	if err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o600); err != nil {
		c.Fatal(err)
	}
}

// prefers sets what the system of the browser prefers.
func (c *chromium) prefers(name, value string) {
	c.Helper()
	call(c, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}})
}

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

// A stranger's first throw takes four taps on a phone, from the link of an invite; what one
// throws stands on the other's phone without anything being reloaded; and axe-core finds
// nothing on any page in any theme.
func TestPhones(t *testing.T) {
	h := open(t, "supermen", 4)
	c, tom := h.chromium(390, 844), h.comes("Tom", 1)
	h.must(gm, model.Scene{Place: "Harbour"})
	h.must(gm, model.BeginSession{})
	c.do(chromedp.Navigate(h.invite("Mira", 0)), chromedp.WaitVisible("button.go")) // the first tap
	c.picture("door", false)
	c.isFlawless("the door")
	c.do(chromedp.Click("button.go"), chromedp.WaitVisible("#now"), chromedp.Click(".offer"), chromedp.WaitVisible("#preview"))
	c.picture("act", false)
	for _, theme := range [][2]string{{"prefers-color-scheme", "light"}, {"prefers-contrast", "more"}, {"prefers-color-scheme", "dark"}} {
		c.prefers(theme[0], theme[1])
		c.isFlawless("the form, " + theme[1])
	}
	before := h.live.Now().Seq()
	c.do(chromedp.Click("form[data-preview] button.go"), chromedp.WaitVisible(".ask"))
	if h.live.Now().Seq() == before {
		t.Error("four taps throw nothing")
	}
	c.picture("asked", false)
	c.do(chromedp.Evaluate[chromedp.Void]("window.here = true"))
	tom.opens("/")
	tom.sends("Send", "text", "well thrown", "to", "all")
	told, err := chromedp.Run(c.ctx, chromedp.Poll[bool](`window.here && document.getElementById("log").textContent.includes("well thrown") && document.getElementById("said").textContent.includes("well thrown")`))
	if err != nil || !told {
		t.Error("what Tom says is not told:", err)
	}
	for _, path := range []string{"/", "/sheet", "/log", "/more", "/dice", "/recap", "/shown"} {
		c.do(chromedp.Navigate(h.base+path), chromedp.WaitVisible("#main"))
		for _, theme := range [][2]string{{"prefers-color-scheme", "light"}, {"prefers-contrast", "more"}, {"prefers-color-scheme", "dark"}} {
			c.prefers(theme[0], theme[1])
			c.isFlawless(path + ", " + theme[1])
		}
	}
	c.size(320, 640)
	c.do(chromedp.Navigate(h.base), chromedp.WaitVisible("#now"))
	c.picture("narrow", false)
	wide, err := chromedp.Run(c.ctx, chromedp.Evaluate[int](`document.documentElement.scrollWidth`))
	if err != nil || wide > 320 {
		t.Errorf("at 320 pixels the page is %d wide: %v", wide, err)
	}
}
