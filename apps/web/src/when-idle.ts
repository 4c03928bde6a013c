/** Runs when the browser has drawn the page and is idle; Safari has no `requestIdleCallback`. */
export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 0)
