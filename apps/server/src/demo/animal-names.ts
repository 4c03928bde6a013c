import type { Species } from '@talus/contract'

/** A name with the sex that it suggests. */
export type AnimalName = readonly [name: string, sex: 'Male' | 'Female']

const males = (names: string) => names.split(' ').map((name): AnimalName => [name, 'Male'])
const females = (names: string) => names.split(' ').map((name): AnimalName => [name, 'Female'])

/** There are more names than animals, since each name is used once per clinic. */
export const namesEn: Readonly<Record<Species, readonly AnimalName[]>> = {
  Canine: [
    ...males('Cooper Murphy Diesel Baxter Ziggy Otis Bruno Rufus Scout Banjo Hank Thor Finnegan'),
    ...females('Bella Luna Maggie Sadie Willow Hazel Pepper Roxy Juniper Piper Nova Biscuit Ivy'),
  ],
  Feline: [
    ...males('Oliver Simba Leo Smokey Milo Jasper Felix Boots Gus'),
    ...females('Cleo Nala Misty Pumpkin Mittens Olive Poppy Duchess'),
  ],
  Equine: [
    ...males('Chestnut Ranger Copperfield'),
    ...females('Marigold Clementine Daybreak Calico'),
  ],
}

export const namesFr: Readonly<Record<Species, readonly AnimalName[]>> = {
  Canine: [
    ...males('Filou Caramel Maurice Gaston Biscuit Oslo Moka Hercule Balou Ulysse Titan'),
    ...females('Maya Praline Noisette Chanel Kiwi Lola Cannelle Étoile Gaïa Zoé Fripouille'),
  ],
  Feline: [
    ...males('Minou Tigrou Félix Réglisse Grisou Charbon Pacha'),
    ...females('Mitaine Câline Neige Chipie Grenouille Duchesse Pépite'),
  ],
  Equine: [...males('Éclair Tonnerre'), ...females('Bruyère Comète Jonquille')],
}

export type BreedChoice = readonly [
  breed: string,
  frequency: number,
  lightestKg: number,
  heaviestKg: number,
]

/** The common breeds of a Canadian clinic, with their adult weights. */
export const commonBreeds: Readonly<Record<Species, readonly BreedChoice[]>> = {
  Canine: [
    ['Mixed Breed Dog', 9, 8, 34],
    ['Labrador Retriever', 6, 25, 36],
    ['Golden Retriever', 4, 25, 34],
    ['German Shepherd Dog', 3, 26, 40],
    ['French Bulldog', 3, 9, 14],
    ['Shih Tzu', 2, 4, 7],
    ['Yorkshire Terrier', 2, 2, 4],
    ['Border Collie', 2, 14, 20],
    ['Beagle', 2, 9, 13],
    ['Boxer', 2, 25, 32],
    ['Goldendoodle', 2, 20, 32],
    ['Bernese Mountain Dog', 2, 36, 52],
    ['Cavalier King Charles Spaniel', 2, 6, 9],
    ['Miniature Dachshund', 2, 4, 6],
    ['Chihuahua', 1, 2, 3],
    ['Rottweiler', 1, 36, 55],
    ['Great Dane', 1, 48, 68],
    ['Siberian Husky', 1, 18, 27],
    ['Jack Russell Terrier', 1, 6, 8],
    ['Miniature Schnauzer', 1, 5, 9],
    ['Australian Shepherd', 1, 18, 29],
  ],
  Feline: [
    ['Domestic shorthaired', 10, 3, 6],
    ['Domestic longhaired', 4, 3, 6],
    ['Domestic medium-haired', 3, 3, 6],
    ['Maine coon', 2, 5, 9],
    ['Siamese', 1, 3, 5],
    ['Ragdoll', 1, 4, 8],
    ['Persian', 1, 3, 5],
    ['British shorthaired', 1, 4, 7],
    ['Bengal', 1, 4, 6],
    ['Sphynx', 1, 3, 5],
  ],
  Equine: [
    ['American Quarter Horse', 3, 430, 540],
    ['Thoroughbred', 2, 450, 560],
    ['Standardbred', 2, 400, 500],
    ['Canadian Horse', 2, 450, 600],
    ['Hanoverian', 1, 540, 650],
    ['Arabian', 1, 380, 450],
    ['Haflinger', 1, 380, 480],
  ],
}
