/**
 * Names are distributed as in clinics: a few very common, many rare, some with accents or two
 * words.
 */
const pets =
  'Bella Max Luna Charlie Lucy Cooper Daisy Rocky Molly Buddy Lola Bear Sadie Duke Maggie Tucker Chloe Jack Sophie Oliver Bailey Milo Zoé Toby Stella Leo Penny Zeus Ruby Jax Gracie Winston Rosie Louie Lily Murphy Nala Oscar Ellie Bentley Coco Étoile Noël Chérie Félix Câline Réglisse Caramel Minou Gaïa Océane Héros Léa Théo Zoë Mäx Björn Señor Piñata Señora Ângel Çelik Œdipe Dakota Diesel Ginger Gizmo Harley Hazel Honey Hunter Izzy Jasper Kali Kobe Loki Lulu Mia Mocha Moose Nova Oreo Pepper Piper Princess Prince Riley Roxy Rusty Sam Sasha Scout Shadow Simba Sophia Thor Tigger Trixie Willow Xena Yoshi Zelda Ziggy'.split(
    ' ',
  )
const firsts =
  'Marie Jean Anne Luc Émilie François Chloé Étienne Zoé Noémie Julie Marc Sophie Paul Isabelle Guy Hélène André Lise Denis John Mary James Linda Robert Susan David Karen Thomas Nancy Daniel Laura Mark Sarah Kevin Amy Brian Lisa Eric Ruth'.split(
    ' ',
  )
const lasts =
  "Tremblay Gagnon Roy Côté Bouchard Gauthier Morin Lavoie Fortin Gagné Ouellet Pelletier Bélanger Lévesque Bergeron Leblanc Paquette Girard Simard Boucher Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe Leclerc Lefebvre Poulin Smith Brown Martin Wilson Taylor Campbell Anderson O'Brien MacDonald Nguyen Müller Núñez Lindström Gürsoy Saint-Pierre".split(
    ' ',
  )
const syllables =
  'ba ri no ka lé mo ti su fa do né gu pi ro la vé xa zu wi jo ché tha qui ple'.split(' ')

/** A random generator with the same sequence in every run. */
export function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
type Random = ReturnType<typeof createRandom>

const pick = (list: readonly string[], chance: number) =>
  list[Math.min(list.length - 1, Math.floor(chance * list.length))] ?? ''
/**
 * Picks early entries of a list more often than late ones: some 3 % of animals, twice the usual
 * share.
 */
const pickCommon = (list: readonly string[], next: Random) => pick(list, next() ** 1.3)

function inventName(next: Random): string {
  const text = Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(syllables, next()))
  return text.join('').replace(/^./u, (letter) => letter.toUpperCase())
}

export function createPetName(next: Random): string {
  const chance = next()
  if (chance < 0.7) return pickCommon(pets, next)
  return chance < 0.85 ? `${pickCommon(pets, next)} ${inventName(next)}` : inventName(next)
}

export const createOwnerName = (next: Random): string =>
  `${pickCommon(firsts, next)} ${next() < 0.7 ? pickCommon(lasts, next) : inventName(next)}`.slice(
    0,
    25,
  )
