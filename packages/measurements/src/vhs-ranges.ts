/** Published range of healthy animals; heart scores are in vertebrae, on lateral views. */
export interface PublishedRange {
  readonly low?: number
  readonly high?: number
  readonly mean?: number
  /** Whether low and high are mean ± one standard deviation: a third of animals is outside. */
  readonly isDeviation?: boolean
  /** Undefined for a value in common use that has no known source. */
  readonly citation?: string
}

const sixBreeds = 'Vet Rec 2001;148:707'
const eightBreeds = 'Vet Radiol Ultrasound 2013;54:3–8'

export const vhsOfDogs: PublishedRange = {
  low: 8.5,
  high: 10.5,
  mean: 9.7,
  citation: 'J Am Vet Med Assoc 1995;206:194–199',
}

export const vhsOfCats: PublishedRange = {
  low: 6.7,
  high: 8.1,
  mean: 7.5,
  citation: 'J Am Vet Med Assoc 2000;216:210–214',
}

/** Rounds to a tenth, as published: 11.7 and 1.4 must not add up to 13.100000000000001. */
const roundToTenth = (value: number) => Math.round(value * 10) / 10

const toDeviationRange = (mean: number, deviation: number, citation: string): PublishedRange => ({
  low: roundToTenth(mean - deviation),
  high: roundToTenth(mean + deviation),
  mean,
  isDeviation: true,
  citation,
})

const bulldogs = toDeviationRange(12.7, 1.7, eightBreeds)
const dachshunds = { low: 9.25, high: 11.55, citation: 'J Am Anim Hosp Assoc 2017;53:73' }

/** Keyed by the breed names of packages/anatomy. Other dogs have the range of all dogs. */
export const vhsByBreed: ReadonlyMap<string, PublishedRange> = new Map<string, PublishedRange>([
  ['Boxer', { low: 10.3, high: 12.6, citation: sixBreeds }],
  ['Labrador Retriever', { low: 9.7, high: 11.7, citation: sixBreeds }],
  ['Cavalier King Charles Spaniel', { low: 9.9, high: 11.7, citation: sixBreeds }],
  // Combined from both lateral views: 11.0 ± 0.5 and 11.3 ± 0.5.
  ['Whippet', { low: 10.5, high: 11.8, isDeviation: true, citation: 'Vet Radiol Ultrasound 2005' }],
  ['Boston Terrier', toDeviationRange(11.7, 1.4, eightBreeds)],
  ['English Bulldog', bulldogs],
  ['French Bulldog', bulldogs],
  ['Pomeranian', toDeviationRange(10.5, 0.9, eightBreeds)],
  ['Pug', toDeviationRange(10.7, 0.9, eightBreeds)],
  ['Lhasa Apso', toDeviationRange(9.6, 0.8, eightBreeds)],
  ['Dachshund', dachshunds],
  ['Miniature Dachshund', dachshunds],
  ['Beagle', toDeviationRange(10.3, 0.4, 'J Small Anim Pract 2008')],
  // Its mean is the upper limit of all dogs: that range would call half of the breed enlarged.
  ['Greyhound', { mean: 10.5, citation: 'Vet Radiol Ultrasound 2007' }],
  ['Brittany Spaniel', { high: 11.1, mean: 10.6, citation: 'Vet Sci 2021;8:300' }],
  ['Australian Cattle Dog', toDeviationRange(10.5, 0.4, 'Anat Histol Embryol 2019;48:264–267')],
  ['Miniature Schnauzer', { high: 11 }],
])
