import type { CaseReport } from '../case-report/index.ts'
import type { PrintOptions } from '../pdf/index.ts'
import { createGreyJpeg } from './jpeg-files.ts'
import { printOptions } from './print-options.ts'

const section = (heading: string, text: string, items: readonly string[] = []) => ({
  heading,
  text,
  items,
  isEmphasized: false,
})

/** An answer with a number of pictures and as many characters of findings. */
export const sampleCase = (pictures: number, findings = 400, large = 0): CaseReport => ({
  language: 'fr',
  title: 'Compte rendu VWR-CASE-10042',
  filesTitle: 'Fichiers',
  sections: [
    { ...section('Constatation critique', 'Pneumothorax sous tension.'), isEmphasized: true },
    section('Anamnèse', 'Toux depuis 3 semaines.\r\nDyspnée depuis hier.'),
    section('Constatations', 'Œdème périhilaire ≥ 2 lobes. '.repeat(60).slice(0, findings)),
    section('Interprétation', 'Insuffisance cardiaque gauche.'),
    section('Recommandations', ''),
    section('Fichiers joints', '', ['bilan.pdf', 'ECG du 3 mars.png']),
  ],
  pictures: Array.from({ length: pictures }, (_, index) => ({
    jpeg: createGreyJpeg(800, 600),
    isLarge: index < large,
    caption: `Vue ${String(index + 1)}`,
    alternativeText: `Radiographie ${String(index + 1)}`,
  })),
})

export const signedOptions: PrintOptions = {
  ...printOptions,
  signature: {
    label: 'Signature',
    dateLabel: 'Date',
    name: '',
    signed: {
      text: 'Noémie Lefèvre',
      picture: null,
      details: ['Dre Noémie Lefèvre', 'DACVR · permis 12345'],
      date: '18 novembre 2026',
    },
  },
}
