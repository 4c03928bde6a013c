import { sql } from 'kysely'
import type { SchemaBuilder } from '../schema-builder.ts'

const header = sql.ref('imageHeader.json')
/** A comparison that both engines make letter by letter, unlike `like` of SQLite. */
const holds = (text: ReturnType<typeof sql>) => sql`replace(${header}, ${text}, '') <> ${header}`
const states = (tag: string, value: string) =>
  holds(sql`${`"${tag}":{"vr":"CS","Value":["${value}"]}`}`)
const [imageLaterality, laterality, viewPosition] = ['00200062', '00200060', '00185101'] as const
const stateSide = (side: string) =>
  sql`(${states(imageLaterality, side)} or ${states(laterality, side)})`

const laterals = [
  { position: 'RL', view: 'RLAT', other: 'L', otherCode: '399173006' },
  { position: 'LL', view: 'LLAT', other: 'R', otherCode: '399198007' },
] as const

const sides = [
  { side: 'L', other: 'R', word: 'Left' },
  { side: 'R', other: 'L', word: 'Right' },
] as const

/**
 * Gives images that were received before the side that their files state: laterals were all filed as
 * LAT, and a part that is not in the lists lost its side. A corrected annotation is also in the
 * attributes of the file, so it is not changed. A file that names both sides gets none.
 */
export async function receivedSides({ db }: SchemaBuilder) {
  const [image, imageHeader] = [sql.table('image'), sql.table('imageHeader')]
  const isOfImage = sql`${sql.ref('imageHeader.imageId')} = ${sql.ref('image.id')}`
  for (const { position, view, other, otherCode } of laterals)
    await sql`update ${image} set ${sql.ref('bodyPartView')} = ${view}
      where ${sql.ref('bodyPartView')} = 'LAT'
        and ${sql.ref('bodyPart')} not like 'Left %' and ${sql.ref('bodyPart')} not like 'Right %'
        and exists (select 1 from ${imageHeader} where ${isOfImage}
          and ${states(viewPosition, position)}
          and not ${stateSide(other)} and not (${holds(sql`${otherCode}`)}))`.execute(db)
  for (const { side, other, word } of sides)
    await sql`update ${image} set ${sql.ref('bodyPart')} = ${`${word} `} || ${sql.ref('bodyPart')}
      where ${sql.ref('bodyPart')} <> '' and lower(${sql.ref('bodyPart')}) not like '%left%'
        and lower(${sql.ref('bodyPart')}) not like '%right%'
        and exists (select 1 from ${imageHeader} where ${isOfImage}
          and ${holds(sql`'"00180015":{"vr":"CS","Value":["' || ${sql.ref('image.bodyPart')} || '"]}'`)}
          and ${stateSide(side)} and not ${stateSide(other)})`.execute(db)
}
