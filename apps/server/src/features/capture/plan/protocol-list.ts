import { builtInProtocols } from '@talus/anatomy'
import type { BuiltInProtocol } from '@talus/anatomy'
import { speciesIdOf } from '@talus/contract'
import type { Language, Protocol } from '@talus/contract'
import type { ProtocolRow } from './protocols.queries.ts'

const ownKey = /^own-(?<id>\d{1,15})$/u
const keyOf = (row: ProtocolRow) => row.builtIn ?? `own-${row.id}`

export const builtInOf = (key: string) => builtInProtocols.find((one) => one.key === key)

export function rowOf(rows: readonly ProtocolRow[], key: string): ProtocolRow | undefined {
  const id = ownKey.exec(key)?.groups?.['id']
  return rows.find((row) =>
    id === undefined ? row.builtIn === key : row.builtIn === null && row.id === Number(id),
  )
}

const untouched = (protocol: BuiltInProtocol, language: Language): Protocol => ({
  key: protocol.key,
  name: protocol.names[language],
  speciesId: speciesIdOf(protocol.species),
  modality: protocol.modality,
  steps: [...protocol.steps],
  isChanged: false,
  revision: 0,
})

/** Whoever changed the steps alone has not named it in his language for everybody. */
function nameOf(row: ProtocolRow, language: Language): string {
  const names = row.builtIn === null ? undefined : builtInOf(row.builtIn)?.names
  return names && Object.values(names).includes(row.name) ? names[language] : row.name
}

export const told = (row: ProtocolRow, language: Language): Protocol => ({
  key: keyOf(row),
  name: nameOf(row, language),
  speciesId: row.speciesId,
  modality: row.modality,
  steps: row.steps,
  isChanged: row.builtIn !== null,
  revision: row.revision,
})

/** Those of the product in their order, as they are here, then the clinic's own. */
export const protocolsOf = (rows: readonly ProtocolRow[], language: Language): Protocol[] => [
  ...builtInProtocols.flatMap((protocol) => {
    const row = rowOf(rows, protocol.key)
    if (row === undefined) return [untouched(protocol, language)]
    return row.isRemoved ? [] : [told(row, language)]
  }),
  ...rows.filter(({ builtIn }) => builtIn === null).map((row) => told(row, language)),
]
