import { paginateBody } from '@talus/report/layout'
import { ReportDocument } from '@talus/report/document'
import type { Block, InlineNode, ReportPage } from '@talus/report/document'

/** Sentences with what is hard to set: accents, no-break spaces, guillemets, units, long words. */
const sentences = {
  fr: [
    'La silhouette cardiaque est augmentée de taille, avec un score vertébral de 11,8 v, soit au-dessus de la limite admise.',
    'L’atrium gauche est dilaté\u00a0; il déplace dorsalement la trachée : 3,2 mm et 3,1\u00a0mm à la 4ᵉ côte !',
    'Toux «\u00a0sèche et quinteuse\u00a0» depuis 3–4 semaines (≈\u00a080\u202f%), Mme Dvořák-Łuczyński, ♂ ou ♀.',
    'Voir https://www.example.org/protocoles/insuffisance-cardiaque/chien?stade=B2&langue=fr/tres-longue-adresse-sans-espace.',
    'Étant donné l’âge de l’animal, une ostéosarcomatose métatarsophalangienne ventro-dorsale doit figurer ici.',
  ],
  en: [
    'The cardiac silhouette is enlarged, with a vertebral heart score of 11.8 v, above the limit that is usually accepted.',
    'No abnormality is seen on vertebrae T4–T12, the sternum, or the included part of the cranial abdomen.',
    'Recommendation: echocardiography, NT-proBNP, and furosemide 2 mg/kg q12h; repeat radiographs in 5–7 days.',
    'Pneumonoultramicroscopicsilicovolcanoconiosispneumonoultramicroscopicsilicovolcanoconiosispneumono is a word that no line holds.',
    'The trachea—dorsally displaced—is patent. "Unremarkable" otherwise; ♂ neutered.',
  ],
} as const

/** A linear congruential generator: the same documents on every computer. */
function createRandom(seed: number) {
  let state = seed >>> 0
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

const field: InlineNode = {
  type: 'field',
  attrs: {
    kind: 'choice',
    options: ['none', 'mild', 'moderate', 'severe'],
    unit: '',
    hint: '',
    value: null,
  },
}

const styles = [[], [], [], ['strong'], ['em'], ['strong', 'em']] as const

/** Words get styles in groups, as a person sets them; a field may be among them. */
function createInlines(
  { next, pick }: ReturnType<typeof createRandom>,
  language: keyof typeof sentences,
): InlineNode[] {
  const count = 1 + Math.floor(next() * 3)
  const words = Array.from({ length: count }, () => pick(sentences[language]))
    .join(' ')
    .split(/(?<= )/u)
  const nodes: InlineNode[] = []
  for (let at = 0; at < words.length;) {
    const length = 1 + Math.floor(next() * 8)
    const marks = pick(styles).map((type) => ({ type }))
    const text = words.slice(at, at + length).join('')
    nodes.push({ type: 'text', text, ...(marks.length > 0 && { marks }) })
    if (next() < 0.06) nodes.push(field, { type: 'text', text: ' ' })
    at += length
  }
  return nodes
}

function createBlock(
  random: ReturnType<typeof createRandom>,
  language: keyof typeof sentences,
): Block {
  const kind = random.next()
  const content = () => createInlines(random, language)
  if (kind < 0.2)
    return { type: 'heading', attrs: { level: random.pick([2, 3]) }, content: content() }
  if (kind < 0.7) return { type: 'paragraph', content: content() }
  return {
    type: random.pick(['bullet_list', 'ordered_list']),
    content: Array.from({ length: 2 }, () => ({
      type: 'list_item' as const,
      content: [{ type: 'paragraph' as const, content: content() }],
    })),
  }
}

/** A report of pages that are filled with random text. */
export function createRandomReport(
  language: ReportDocument['language'],
  orientation: ReportDocument['orientation'],
  pageCount: number,
): ReportDocument {
  const random = createRandom(language === 'fr' ? 7 : 11)
  const pages: Omit<ReportPage, 'id'>[] = []
  while (pages.length < pageCount) {
    const shape = {
      title: random.pick(['', 'Thorax']),
      imageCount: random.pick([0, 1, 2, 4] as const),
      images: [],
      hasSpaceForSignature: random.next() < 0.3,
    }
    const blocks = Array.from({ length: 2 + Math.floor(random.next() * 8) }, () =>
      createBlock(random, language),
    )
    const [body] = paginateBody(
      { type: 'doc', content: blocks },
      { orientation, language, isFirst: true },
      () => shape,
    )
    if (body) pages.push({ ...shape, body })
  }
  return ReportDocument.parse({
    version: 1,
    language,
    orientation,
    pages: pages.map((page, index) => ({
      ...page,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    })),
  })
}
