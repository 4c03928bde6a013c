/** The kinds of objects without pixel data that a study may have. */
export type DocumentKind =
  | 'pdf'
  | 'clinical-document'
  | 'model'
  | 'report'
  | 'dose-report'
  | 'key-images'
  | 'ecg'
  | 'waveform'
  | 'presentation'
  | 'registration'
  | 'segmentation'
  | 'radiotherapy'
  | 'measurements'
  | 'raw-data'
  | 'other'

const storage = '1.2.840.10008.5.1.4.1.1.'

/** The part of a storage class behind the common prefix, or its beginning; the first match counts. */
const kinds: readonly (readonly [pattern: RegExp, kind: DocumentKind])[] = [
  [/^104\.1$/u, 'pdf'],
  [/^104\.2$/u, 'clinical-document'],
  [/^104\.[345]$/u, 'model'],
  [/^88\.59$/u, 'key-images'],
  [/^88\.(?:67|68|73)$/u, 'dose-report'],
  [/^88\./u, 'report'],
  [/^9\.1\./u, 'ecg'],
  [/^9\./u, 'waveform'],
  [/^11\./u, 'presentation'],
  [/^66\.[13]$/u, 'registration'],
  [/^66\.[4-9]$/u, 'segmentation'],
  [/^66$/u, 'raw-data'],
  [/^(?:481|34)\./u, 'radiotherapy'],
  [/^(?:78|79|80|82)\./u, 'measurements'],
]

/** The prefix of the classes of presentation states. */
export const presentationClassPrefix = `${storage}11.`

/** Names the kind of an object by its SOP class (PS3.4 annex B). */
export function findDocumentKind(sopClassUid: string): DocumentKind {
  if (!sopClassUid.startsWith(storage)) return 'other'
  const rest = sopClassUid.slice(storage.length)
  return kinds.find(([pattern]) => pattern.test(rest))?.[1] ?? 'other'
}
