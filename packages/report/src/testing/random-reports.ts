import { MeasurementAttributes, ReportDocument } from '../document/index.ts'
import type { Block, InlineNode, Paragraph, ReportLanguage } from '../document/index.ts'
import { paginateBody } from '../layout/index.ts'
import { pageId, text, vhs } from './sample-report.ts'

/** Sentences with what is hard to set: accents, no-break spaces, guillemets, units, long words. */
const sentences: Readonly<Record<ReportLanguage, readonly string[]>> = {
  fr: [
    'La silhouette cardiaque est augmentée de taille, avec un score vertébral (VHS) de 11,8 v, soit au-dessus de la limite de 10,5 v habituellement admise chez le chien.',
    'L’atrium gauche est dilaté\u00a0; il déplace dorsalement la trachée et les bronches principales, sans compression nette.',
    'Les vaisseaux du lobe crânial droit sont de calibre normal : l’artère mesure 3,2 mm et la veine 3,1\u00a0mm au niveau de la 4ᵉ côte.',
    'On note un renforcement interstitiel diffus à prédominance péri-hilaire, compatible avec un œdème pulmonaire cardiogénique débutant ; une origine infectieuse ne peut être exclue.',
    'Le propriétaire rapporte une toux «\u00a0sèche et quinteuse\u00a0» depuis 3–4 semaines, aggravée à l’effort ; l’appétit est conservé (≈\u00a080\u202f% de la ration).',
    'Clichés réalisés le 2026-11-16 à 14 h 30 : profil droit, profil gauche et face ventro-dorsale ; 70 kV, 200 mA, 12,5 ms, DI = −0,4.',
    'Voir https://www.example.org/protocoles/insuffisance-cardiaque/chien?stade=B2&langue=fr/tres-longue-adresse-sans-espace.',
    'Étant donné l’âge de l’animal (12 ans, 4 mois), une ostéosarcomatose métatarsophalangienne doit figurer parmi les hypothèses.',
    'Mme Dvořák-Łuczyński demande que le compte rendu soit transmis au Dr Çelik (clinique Saint-Exupéry, L’Étang-la-Ville), ♂ ou ♀.',
    'Aucune anomalie.',
  ],
  en: [
    'The cardiac silhouette is enlarged, with a vertebral heart score of 11.8 v, above the limit of 10.5 v that is usually accepted in dogs.',
    'The left kidney is 3.1 times the length of L2 (reference 2.5–3.5); the right kidney is not seen because of superimposed gas-filled small-intestinal loops.',
    'There is moderate stifle effusion with cranial displacement of the infrapatellar fat pad; the tibial plateau angle is 26.4°.',
    'No abnormality is seen on vertebrae T4–T12, the sternum, or the included part of the cranial abdomen.',
    'Right and left lateral and ventrodorsal views were obtained on 2026-11-16 at 14:30, at 70 kV and 12.5 mAs.',
    'Recommendation: echocardiography, NT-proBNP, and furosemide 2 mg/kg q12h; repeat radiographs in 5–7 days.',
    'The trachea—dorsally displaced—is patent. "Unremarkable" otherwise; ♂ neutered.',
    'Pneumonoultramicroscopicsilicovolcanoconiosispneumonoultramicroscopicsilicovolcanoconiosispneumonoultramicroscopic is a word that no line holds.',
    'Normal.',
  ],
}

/** A linear congruential generator: the same documents on every computer. */
export function createRandom(seed: number) {
  // Neighbouring seeds must not begin alike.
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  return { next, pick }
}
type Random = ReturnType<typeof createRandom>

/** Words get styles in groups, as a person sets them; a measurement or a field may be among them. */
function randomInlines({ next, pick }: Random, language: ReportLanguage, count: number) {
  const words = Array.from({ length: count }, () => pick(sentences[language]))
    .join(' ')
    .split(/(?<= )/u)
  const nodes: InlineNode[] = []
  for (let at = 0; at < words.length;) {
    const length = 1 + Math.floor(next() * 9)
    const part = words.slice(at, at + length).join('')
    const style = next()
    at += length
    if (style < 0.75) nodes.push(text(part))
    else if (style < 0.87) nodes.push(text(part, 'strong'))
    else if (style < 0.94) nodes.push(text(part, 'em'))
    else if (style < 0.97) nodes.push(text(part, 'strong', 'em'))
    else if (style < 0.99)
      nodes.push(text(part), { type: 'measurement', attrs: vhsAttributes }, text(' '))
    else nodes.push(text(part), openField, text(' '))
  }
  return nodes
}

const vhsAttributes = MeasurementAttributes.parse(vhs)
const openField: InlineNode = {
  type: 'field',
  attrs: {
    kind: 'choice',
    options: ['none', 'mild', 'moderate', 'severe'],
    unit: '',
    hint: '',
    value: null,
  },
}

function randomBlock(random: Random, language: ReportLanguage): Block {
  const kind = random.next()
  const content = (count: number) => randomInlines(random, language, count)
  if (kind < 0.1) return { type: 'heading', attrs: { level: 2 }, content: [text('Observations')] }
  if (kind < 0.2) return { type: 'heading', attrs: { level: 3 }, content: content(1) }
  if (kind < 0.75) return { type: 'paragraph', content: content(1 + Math.floor(random.next() * 3)) }
  const items = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => {
    const paragraph: Paragraph = { type: 'paragraph', content: content(1) }
    return { type: 'list_item' as const, content: [paragraph] as [Paragraph] }
  })
  return { type: random.next() < 0.5 ? 'bullet_list' : 'ordered_list', content: items }
}

/** A report of one page that is filled with random text, in a random shape. */
export function randomReport(seed: number): ReportDocument {
  const random = createRandom(seed)
  const language = random.pick(['en', 'fr'] as const)
  const orientation = random.pick(['landscape', 'portrait'] as const)
  const imageCount = random.pick([0, 1, 2, 4] as const)
  const title = random.pick([
    '',
    'Thorax',
    'Compte rendu radiographique – Élodie «\u00a0Pépin\u00a0»',
  ])
  const hasSpaceForSignature = random.next() < 0.3
  const blocks = Array.from({ length: 1 + Math.floor(random.next() * 6) }, () =>
    randomBlock(random, language),
  )
  const shape = { title, imageCount, images: [], hasSpaceForSignature }
  const bodies = paginateBody(
    { type: 'doc', content: blocks },
    { orientation, language, isFirst: true },
    () => shape,
  )
  return ReportDocument.parse({
    version: 1,
    language,
    orientation,
    pages: bodies.map((body, index) => ({ id: pageId(index), ...shape, body })),
  })
}
