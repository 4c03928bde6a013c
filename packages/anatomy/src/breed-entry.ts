/** The stored name and its SNOMED CT code of DICOM CID 7480; null if the set has none. */
export type BreedEntry = readonly [name: string, code: string | null]
