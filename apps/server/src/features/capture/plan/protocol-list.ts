import { builtInProtocols } from '@talus/anatomy'
import type { BuiltInProtocol } from '@talus/anatomy'
import { getSpeciesId } from '@talus/contract'
import type { Language, Protocol } from '@talus/contract'
import type { ProtocolRow } from './protocols.queries.ts'

const ownKey = /^own-(?<id>\d{1,15})$/u
const keyOf = (row: ProtocolRow) => row.builtIn ?? `own-${row.id}`

export const findBuiltIn = (key: string) => builtInProtocols.find((one) => one.key === key)

export function findRow(rows: readonly ProtocolRow[], key: string): ProtocolRow | undefined {
  const id = ownKey.exec(key)?.groups?.['id']
  return rows.find((row) =>
    id === undefined ? row.builtIn === key : row.builtIn === null && row.id === Number(id),
  )
}

const toUnchangedProtocol = (protocol: BuiltInProtocol, language: Language): Protocol => ({
  key: protocol.key,
  name: protocol.names[language],
  speciesId: getSpeciesId(protocol.species),
  modality: protocol.modality,
  steps: [...protocol.steps],
  isChanged: false,
  revision: 0,
})

/** A clinic that changed only the steps keeps the translated names of the built-in protocol. */
function translateName(row: ProtocolRow, language: Language): string {
  const names = row.builtIn === null ? undefined : findBuiltIn(row.builtIn)?.names
  return names && Object.values(names).includes(row.name) ? names[language] : row.name
}

export const toProtocol = (row: ProtocolRow, language: Language): Protocol => ({
  key: keyOf(row),
  name: translateName(row, language),
  speciesId: row.speciesId,
  modality: row.modality,
  steps: row.steps,
  isChanged: row.builtIn !== null,
  revision: row.revision,
})

/**
 * Lists the built-in protocols in their order, with the changes of the clinic, then its own
 * protocols.
 */
export const mergeProtocols = (rows: readonly ProtocolRow[], language: Language): Protocol[] => [
  ...builtInProtocols.flatMap((protocol) => {
    const row = findRow(rows, protocol.key)
    if (row === undefined) return [toUnchangedProtocol(protocol, language)]
    return row.isRemoved ? [] : [toProtocol(row, language)]
  }),
  ...rows.filter(({ builtIn }) => builtIn === null).map((row) => toProtocol(row, language)),
]
