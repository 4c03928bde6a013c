export type BreedEntry = readonly [name: string, code: string | null]
