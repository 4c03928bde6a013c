const places = {
  owner: '[data-part="owner"]',
  patient: '[data-part="patient"]',
  animals: '[data-part="animals"] :is(input:checked, input)',
  addAnimal: '[data-part="add-animal"]',
  start: '[data-part="start"]',
} as const

type Place = keyof typeof places

export const placeOf = (place: Place) =>
  document.querySelector<HTMLElement>(places[place]) ?? undefined

/** Somebody who is already on the way elsewhere is not called back. */
export const isFocusFree = () => {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, main')
}

/** Where the next thing is to be done; it may still have to be drawn. */
export function focusOn(place: Place, frames = 20) {
  requestAnimationFrame(() => {
    const found = placeOf(place)
    if (found) found.focus()
    else if (frames > 0) focusOn(place, frames - 1)
  })
}
