// Keeps a figure's own width known, so that it can be drawn to fit; 0 until it has been laid out.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class OwnWidth implements ReactiveController {
  pixels = 0;
  private observer: ResizeObserver | undefined;

  constructor(private readonly host: ReactiveControllerHost & Element) {
    host.addController(this);
  }

  hostConnected(): void {
    // Also fires when a hidden parent is shown at last.
    this.observer = new ResizeObserver(([entry]) => {
      const pixels = Math.floor(entry?.contentRect.width ?? 0);
      if (pixels === 0 || pixels === this.pixels) return; // hidden: the picture stays as it was
      this.pixels = pixels;
      // Drawn in the next frame: a change of height in this one would be an error event ("ResizeObserver loop") in the
      // host page.
      requestAnimationFrame(() => this.host.requestUpdate());
    });
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
  }
}
