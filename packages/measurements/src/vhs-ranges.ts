/** What was found in healthy animals; of heart scores in vertebrae, on lateral views. */
export interface PublishedRange {
  readonly low?: number
  readonly high?: number
  readonly mean?: number
  /** Whether low and high are one standard deviation from the mean: a third is outside of them. */
  readonly isDeviation?: boolean
  /** Undefined for what everyone uses without naming who found it. */
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

/** To a tenth, as they are published: 11.7 and 1.4 must not add up to 13.100000000000001. */
const tenth = (value: number) => Math.round(value * 10) / 10

const around = (mean: number, deviation: number, citation: string): PublishedRange => ({
  low: tenth(mean - deviation),
  high: tenth(mean + deviation),
  mean,
  isDeviation: true,
  citation,
})

const bulldogs = around(12.7, 1.7, eightBreeds)
const dachshunds = { low: 9.25, high: 11.55, citation: 'J Am Anim Hosp Assoc 2017;53:73' }

/** By the names of packages/anatomy. Dogs that are not in here have the range of all dogs. */
export const vhsByBreed: ReadonlyMap<string, PublishedRange> = new Map<string, PublishedRange>([
  ['Boxer', { low: 10.3, high: 12.6, citation: sixBreeds }],
  ['Labrador Retriever', { low: 9.7, high: 11.7, citation: sixBreeds }],
  ['Cavalier King Charles Spaniel', { low: 9.9, high: 11.7, citation: sixBreeds }],
  // From the smaller side, 11.0 ± 0.5, to the larger one, 11.3 ± 0.5.
  ['Whippet', { low: 10.5, high: 11.8, isDeviation: true, citation: 'Vet Radiol Ultrasound 2005' }],
  ['Boston Terrier', around(11.7, 1.4, eightBreeds)],
  ['English Bulldog', bulldogs],
  ['French Bulldog', bulldogs],
  ['Pomeranian', around(10.5, 0.9, eightBreeds)],
  ['Pug', around(10.7, 0.9, eightBreeds)],
  ['Lhasa Apso', around(9.6, 0.8, eightBreeds)],
  ['Dachshund', dachshunds],
  ['Miniature Dachshund', dachshunds],
  ['Beagle', around(10.3, 0.4, 'J Small Anim Pract 2008')],
  // Its mean is the upper limit of all dogs: their range would call half of them enlarged.
  ['Greyhound', { mean: 10.5, citation: 'Vet Radiol Ultrasound 2007' }],
  ['Brittany Spaniel', { high: 11.1, mean: 10.6, citation: 'Vet Sci 2021;8:300' }],
  ['Australian Cattle Dog', around(10.5, 0.4, 'Anat Histol Embryol 2019;48:264–267')],
  ['Miniature Schnauzer', { high: 11 }],
])
