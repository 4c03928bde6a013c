import type { PdfObjects } from './pdf-objects.ts'

/** The types of ISO 32000-1, 14.8.4 that reports use. */
export type StructureType =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Figure'
  | 'Span'

interface MarkedContent {
  readonly page: number
  readonly mark: number
}

export interface StructureElement {
  readonly type: StructureType
  readonly id: number
  readonly attributes: string
  readonly children: (StructureElement | MarkedContent)[]
}

/** The elements that the marks of one page belong to, in the order of the marks. */
export type PageMarks = StructureElement[]

const isElement = (child: StructureElement | MarkedContent): child is StructureElement =>
  'type' in child

function writeElement(objects: PdfObjects, element: StructureElement, parent: number) {
  const children = element.children.map((child) =>
    isElement(child)
      ? `${String(child.id)} 0 R`
      : `<</Type/MCR/Pg ${String(child.page)} 0 R/MCID ${String(child.mark)}>>`,
  )
  objects.put(
    element.id,
    `<</Type/StructElem/S/${element.type}/P ${String(parent)} 0 R/K[${children.join(' ')}]${element.attributes}>>`,
  )
  for (const child of element.children)
    if (isElement(child)) writeElement(objects, child, element.id)
}

/** Writes the tree of elements, and the table that leads from a mark of a page to its element. */
export function writeStructureTree(
  objects: PdfObjects,
  id: number,
  root: StructureElement,
  pages: readonly PageMarks[],
) {
  writeElement(objects, root, id)
  const parentTree = objects.reserve()
  const rows = pages.map(
    (marks, index) =>
      `${String(index)}[${marks.map((mark) => `${String(mark.id)} 0 R`).join(' ')}]`,
  )
  objects.put(parentTree, `<</Nums[${rows.join(' ')}]>>`)
  objects.put(
    id,
    `<</Type/StructTreeRoot/K[${String(root.id)} 0 R]/ParentTree ${String(parentTree)} 0 R/ParentTreeNextKey ${String(pages.length)}>>`,
  )
}
