package replay_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	browser  = flag.Bool("browser", false, "open pages in a real Chromium, which must be installed")
	axe      = flag.String("axe", "", "the `FILE` of axe-core, axe.min.js, with which pages are looked at")
	pictures = flag.String("pictures", "", "the folder to which Chromium's pictures are written")
)

// within is how long anything in a browser may take.
const within = 40 * time.Second

// tab is a page in a real browser.
type tab struct {
	testing.TB
	ctx context.Context
}

func (b *tab) do(all ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, within)
	defer stop()
	if err := chromedp.Do(ctx, all...); err != nil {
		b.Fatal(err)
	}
}

// reads evaluates a script.
func reads[T any](b *tab, script string) T {
	b.Helper()
	ctx, stop := context.WithTimeout(b.ctx, within)
	defer stop()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// stands waits until a moment of the fight is shown, counted from 1.
func (b *tab) stands(at int) {
	b.Helper()
	late := time.Now().Add(within)
	for {
		now := reads[int](b, `+document.getElementById("at").value`)
		if now == at {
			break
		}
		if time.Now().After(late) {
			b.Fatalf("moment %d is shown, and not %d", now, at)
		}
	}
	if n := reads[int](b, `[...document.querySelectorAll("#frames > li")].filter(x => x.offsetParent).length`); n != 1 {
		b.Errorf("%d moments are shown at once", n)
	}
	if told := reads[bool](b, `document.getElementById("told").textContent === document.querySelector("#story [aria-current]").textContent`); !told {
		b.Error("what is told is not what stands in the story")
	}
}

func (b *tab) size(wide, high int64) {
	b.Helper()
	b.do(func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: wide, Height: high, DeviceScaleFactor: 1, Mobile: wide < 600})
		return chromedp.Void{}, err
	})
}

// media sets what the page is for, and what the system prefers.
func (b *tab) media(kind string, features ...*emulation.MediaFeature) {
	b.Helper()
	b.do(func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind, Features: features})
		return chromedp.Void{}, err
	})
}

// swipes moves a finger over the page.
func (b *tab) swipes(from, to float64) {
	b.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		b.do(func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
			_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
			return chromedp.Void{}, err
		})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: from, Y: 200})
	touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: to, Y: 200})
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// isFlawless runs axe-core on what stands there, where -axe has it.
func (b *tab) isFlawless(what string) {
	b.Helper()
	if *axe == "" {
		return
	}
	script, err := os.ReadFile(*axe)
	if err != nil {
		b.Fatal(err)
	}
	b.do(chromedp.Evaluate[chromedp.Void](string(script)))
	if found := reads[string](b, `axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html + " " + n.failureSummary).join(" | ")).join("\n"))`); found != "" {
		b.Errorf("axe-core, %s: %s", what, found)
	}
}

func (b *tab) picture(name string) {
	b.Helper()
	if *pictures == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o600); err != nil {
		b.Fatal(err)
	}
}

// The recorded fights as pages in a real browser: one scrubs by slider, keys, buttons,
// swipes and the story, plays, prints; nothing is asked of any other host; axe-core finds
// nothing; a phone has no page that is wider than it is; and without scripts all stands
// there as a list.
func TestPagesInABrowser(t *testing.T) {
	if !*browser {
		t.Skip("with -browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	alloc, stop := chromedp.NewExecAllocator(t.Context(), options...)
	defer stop()
	ctx, leave := chromedp.NewContext(alloc)
	defer leave()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob("../testdata/replay-*.html")
	if err != nil || len(all) < 3 {
		t.Fatal(all, err)
	}
	for _, path := range all {
		t.Run(filepath.Base(path), func(t *testing.T) {
			whole, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			one, gone := chromedp.NewContext(ctx)
			defer gone()
			b := &tab{t, one}
			var mu sync.Mutex
			var asked []string
			if err := chromedp.Listen(one, func(event any) {
				if e, is := event.(*network.EventRequestWillBeSent); is && !strings.HasPrefix(e.Request.URL, "file:") {
					mu.Lock()
					defer mu.Unlock()
					asked = append(asked, e.Request.URL)
				}
			}); err != nil {
				t.Fatal(err)
			}
			name := strings.TrimSuffix(filepath.Base(path), ".html")
			b.size(390, 844)
			b.do(chromedp.Navigate("file://" + whole))
			frames := reads[int](b, `document.querySelectorAll("#frames > li").length`)
			b.stands(1)
			b.do(chromedp.KeyEvent(kb.ArrowRight))
			b.stands(2)
			b.do(chromedp.Click("#on"))
			b.stands(3)
			b.do(chromedp.Click("#back"))
			b.stands(2)
			b.swipes(300, 100)
			b.stands(3)
			b.swipes(100, 300)
			b.stands(2)
			b.do(chromedp.Evaluate[chromedp.Void](`const at = document.getElementById("at"); at.value = 4; at.dispatchEvent(new Event("input"))`))
			b.stands(4)
			b.picture(name + "-phone")
			b.do(chromedp.Click("#story li:nth-child(6) button"))
			b.stands(6)
			b.do(chromedp.Click("#play"))
			b.stands(8)
			b.do(chromedp.Click("#play"))
			if wide := reads[int](b, `document.documentElement.scrollWidth`); wide > 390 {
				t.Errorf("on a phone the page is %d wide", wide)
			}
			for _, wide := range []int64{390, 1280} {
				b.size(wide, 844)
				for _, f := range []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}} {
					b.media("screen", f)
					b.isFlawless(f.Value)
				}
			}
			b.picture(name + "-records")
			b.media("print")
			if n := reads[int](b, `[...document.querySelectorAll("#frames > li")].filter(x => x.offsetParent).length`); n != frames {
				t.Errorf("%d of %d moments are printed", n, frames)
			}
			if pdf, err := chromedp.Run(one, chromedp.PrintToPDF()); err != nil || len(pdf) < 1000 {
				t.Errorf("%d bytes are printed: %v", len(pdf), err)
			}
			b.media("screen")
			b.do(func(ctx context.Context, _ *chromedp.Target) (chromedp.Void, error) {
				_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
				return chromedp.Void{}, err
			}, chromedp.Navigate("file://"+whole))
			if n := reads[int](b, `[...document.querySelectorAll("#frames > li")].filter(x => x.offsetParent).length`); n != frames {
				t.Errorf("%d of %d moments stand there without scripts", n, frames)
			}
			mu.Lock()
			defer mu.Unlock()
			if len(asked) > 0 {
				t.Errorf("the page asks for %q", asked)
			}
		})
	}
}
