/** The next frame's time. A hidden tab draws no frames; there what waits for one goes on slowly. */
export const nextFrame = () =>
  new Promise<number>((resolve) => {
    const timer = setTimeout(() => resolve(performance.now()), 500);
    requestAnimationFrame((time) => {
      clearTimeout(timer);
      resolve(time);
    });
  });
