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
	pictures = flag.String("pictures", "", "the folder to which Chromium's pictures are written")
)

// chromium is a real browser.
type chromium struct {
	*house
	ctx context.Context
}

// chromium starts one of a size; -browser asks for it.
func (h *house) chromium(wide, high int64) *chromium {
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

func TestLook(t *testing.T) {
	for _, system := range []string{"supermen", "d6"} {
		h := open(t, system, 4)
		c := h.chromium(390, 844)
		h.must(gm, model.Scene{Place: "Harbour"})
		c.do(chromedp.Navigate(h.invite("Mira", 0)), chromedp.WaitVisible("button.go"))
		c.picture(system+"-door", false)
		c.do(chromedp.Click("button.go"), chromedp.WaitVisible("#now"))
		c.picture(system+"-home", false)
		c.picture(system+"-home-whole", true)
		c.prefers("prefers-color-scheme", "light")
		c.picture(system+"-home-light", true)
		c.do(chromedp.Click(".offer"), chromedp.WaitVisible("#preview"))
		c.picture(system+"-act-light", true)
		c.prefers("prefers-color-scheme", "dark")
		c.picture(system+"-act", true)
		c.do(chromedp.Click("form[data-preview] button.go"), chromedp.Sleep(time.Second))
		c.picture(system+"-clicked", false)
		c.do(chromedp.WaitVisible("#now"), chromedp.SendKeys("#dice-word", "banana"), chromedp.Click(".word .go"), chromedp.Sleep(900*time.Millisecond))
		c.picture(system+"-asked", true)
		c.do(chromedp.Navigate(h.base+"/sheet"), chromedp.WaitVisible(".sheet"))
		c.picture(system+"-sheet", true)
		c.size(1280, 800)
		c.do(chromedp.Navigate(h.base), chromedp.WaitVisible("#now"))
		c.picture(system+"-desk", false)
	}
}
