/** Positions a popover below its button, shifted left if the window is too narrow. */
export function placeBelow(panel: HTMLElement, target: HTMLElement): void {
  const { left, bottom } = target.getBoundingClientRect()
  const maxLeft = document.documentElement.clientWidth - panel.offsetWidth - 8
  panel.style.left = `${Math.max(8, Math.min(left, maxLeft))}px`
  panel.style.top = `${bottom + 4}px`
  panel.style.maxHeight = `calc(100dvh - ${bottom + 12}px)`
}
