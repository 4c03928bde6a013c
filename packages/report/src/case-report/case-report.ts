import type { ReportLanguage } from '../document/index.ts'

/** A part of the text under its heading, e.g. "Findings". */
export interface CaseSection {
  readonly heading: string
  /** A line end stays a line end, and an empty line an empty line. */
  readonly text: string
  /** Lines with bullets below the text. */
  readonly items: readonly string[]
  /** A critical finding and an addendum are printed in bold. */
  readonly isEmphasized: boolean
  /** The heading of the section whose first page replaces `{{page}}` in the items. */
  readonly namesPageOf?: string
}

export interface CasePicture {
  /** At most 800 px wide. */
  readonly jpeg: Uint8Array
  readonly caption: string
  /** Contains drawings with texts: printed first, and on the first page as wide as the column. */
  readonly isLarge: boolean
  readonly alternativeText: string
}

/** The answer of a radiologist to a case; every text is in the language of the report already. */
export interface CaseReport {
  readonly language: ReportLanguage
  readonly title: string
  /** The title of the pages with further pictures. */
  readonly filesTitle: string
  /** Empty sections are left out. */
  readonly sections: readonly CaseSection[]
  readonly pictures: readonly CasePicture[]
}
