import { bodyParts, getRefinements } from '@talus/anatomy'
import { generalBodyParts, languages, species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { renderMap } from '../testing/render-map.tsx'
import { BodyMap } from './body-map.tsx'

const nothing = () => undefined

describe.for(languages)('in %s', (language) => {
  test.for(species)('every body part on the map of a %s has its name', async (kind) => {
    const map = <BodyMap species={kind} selected={null} onSelect={nothing} counts={{}} />
    const { options } = await renderMap(language, map)
    const names = options.map(({ name }) => name)
    const expected = generalBodyParts.map((part) => bodyParts[part].names[language])
    expect(names.map((name) => name.split(',')[0])).toEqual(expected)
    expect(names.filter((name) => name.includes('maps:'))).toEqual([])
  })

  const limbs = species.flatMap((kind) =>
    (['Front Legs', 'Back Legs'] as const).map((part) => [kind, part] as const),
  )
  test.for(limbs)('every joint and side of a %s, %s, has its name', async ([kind, part]) => {
    const joints = getRefinements(kind, part)
    const [selected = part] = joints
    const map = <BodyMap species={kind} selected={selected} onSelect={nothing} counts={{}} />
    const { options } = await renderMap(language, map)
    const expected = joints.map((id) => bodyParts[id].names[language])
    expect(options.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })
})

test('a body part with images has their number in its name and on a dot', async () => {
  const counts = { Chest: 2, Skull: 1 }
  const map = <BodyMap species="Canine" selected={null} onSelect={nothing} counts={counts} />
  const english = await renderMap('en', map)
  expect(english.options.map(({ name }) => name)).toContain('Chest, has 2 images')
  expect(english.options.map(({ name }) => name)).toContain('Skull, has 1 image')
  expect(english.html.match(/class="[^"]*dot[^"]*"/gu)).toHaveLength(2)
  const french = await renderMap('fr', map)
  expect(french.options.map(({ name }) => name)).toContain('Thorax, 2 images')
})

test('the chosen body part is selected, named below the map, and the tab stop', async () => {
  const map = <BodyMap species="Feline" selected="Abdomen" onSelect={nothing} counts={{}} />
  const { options, text } = await renderMap('en', map)
  expect(options.filter(({ isSelected }) => isSelected).map(({ name }) => name)).toEqual([
    'Abdomen',
  ])
  expect(options.filter(({ isTabStop }) => isTabStop).map(({ name }) => name)).toEqual(['Abdomen'])
  expect(text).toContain('Abdomen')
})

test('a body map without a selection shows what to do, and its first part is the tab stop', async () => {
  const map = <BodyMap species="Feline" selected={null} onSelect={nothing} counts={{}} />
  const { options, text } = await renderMap('en', map)
  expect(text).toContain('Choose a body part')
  expect(options.filter(({ isTabStop }) => isTabStop).map(({ name }) => name)).toEqual(['Skull'])
})

test('the legs of a horse open; their dot includes the images of the joints', async () => {
  const counts = { 'Front Legs': 1, 'Left Carpus': 2 } as const
  const map = <BodyMap species="Equine" selected={null} onSelect={nothing} counts={counts} />
  const { options } = await renderMap('en', map)
  expect(options.filter(({ name }) => name.endsWith('opens the joints'))).toHaveLength(2)
  expect(options.map(({ name }) => name)).toContain('Front Legs, has 3 images, opens the joints')
})

test('a selected joint shows the leg, the names of the sides, and the button back', async () => {
  const map = <BodyMap species="Equine" selected="Left Tarsus" onSelect={nothing} counts={{}} />
  const { options, text } = await renderMap('en', map)
  expect(options.find(({ isSelected }) => isSelected)?.name).toBe('Left Tarsus')
  expect(text).toMatch(/Whole animal.*Right.*Left/u)
  const french = await renderMap('fr', map)
  expect(french.text).toMatch(/Animal entier.*Droit.*Gauche/u)
})

test('the legs of a dog open into both sides, the right one at the left', async () => {
  const map = <BodyMap species="Canine" selected="Left Stifle" onSelect={nothing} counts={{}} />
  const { options, text } = await renderMap('en', map)
  expect(options.find(({ isSelected }) => isSelected)?.name).toBe('Left Stifle')
  expect(options).toHaveLength(8)
  expect(text).toMatch(/Whole animal.*Right.*Left/u)
})

test('a disabled body map is marked as disabled', async () => {
  const map = <BodyMap species="Canine" selected={null} onSelect={nothing} counts={{}} isDisabled />
  expect((await renderMap('en', map)).html).toContain('aria-disabled="true"')
})
