import { defaultTechniques, selectTechnique } from '@talus/anatomy'

/** The technique of a large dog in the chart of a new clinic. */
export function findChestTechnique(view: 'RLAT' | 'VD') {
  const ofDogs = defaultTechniques
    .filter(({ species }) => species === 'Canine')
    .map((one) => ({ ...one, bodyPartView: one.view }))
  const found = selectTechnique(ofDogs, { size: 'Large', bodyPart: 'Chest', bodyPartView: view })
  if (!found) throw new Error(`no technique of ${view}`)
  const { kv, ma, ms, fo } = found
  return { kv, ma, ms, fo }
}
