import { dentalRegions, quadrantNames, toothKindNames } from '@talus/anatomy'
import { languages, species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { renderMap } from '../testing/render-map.tsx'
import { TeethMap } from './teeth-map.tsx'

const nothing = () => undefined

describe.for(languages)('in %s', (language) => {
  test.for(species)(
    'every dental region of a %s is named, and every tooth numbered',
    async (kind) => {
      const map = <TeethMap species={kind} selected={[]} onSelect={nothing} counts={{}} />
      const { options, text } = await renderMap(language, map)
      expect(options.map(({ name }) => name)).toEqual(
        dentalRegions[kind].map(
          ({ teeth, quadrant, kind: tooth }) =>
            `${teeth.join(', ')} · ${quadrantNames[quadrant][language]}, ${toothKindNames[tooth][language]}`,
        ),
      )
      const numbers = [...text.matchAll(/\b[1-4][01]\d\b/gu)].map(([number]) => Number(number))
      expect(numbers).toEqual(dentalRegions[kind].flatMap(({ teeth }) => teeth))
    },
  )
})

test('the sides of the dental map are labelled in the language of the user', async () => {
  const map = <TeethMap species="Canine" selected={[]} onSelect={nothing} counts={{}} />
  expect((await renderMap('en', map)).text).toMatch(/ R L /u)
  expect((await renderMap('fr', map)).text).toMatch(/ D G /u)
})

test('several dental regions can be selected, and the map shows how many', async () => {
  const selected = ['104 - RU - Canine', '204 - LU - Canine']
  const map = <TeethMap species="Canine" selected={selected} onSelect={nothing} counts={{}} />
  const { html, options, text } = await renderMap('en', map)
  expect(html).toContain('aria-multiselectable="true"')
  expect(options.filter(({ isSelected }) => isSelected)).toHaveLength(2)
  expect(text).toContain('2 regions chosen')
})

test('a single selected dental region is named with the number of its images', async () => {
  const name = '105 - RU - Wolf Tooth'
  const map = (
    <TeethMap species="Equine" selected={[name]} onSelect={nothing} counts={{ [name]: 3 }} />
  )
  const { options, text } = await renderMap('fr', map)
  expect(text).toContain('Supérieur droit, Dent de loup 3 images')
  expect(options.find(({ isSelected }) => isSelected)?.name).toBe(
    '105 · Supérieur droit, Dent de loup, 3 images',
  )
})
