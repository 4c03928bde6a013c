import { deflateSync } from 'node:zlib'
import type { PrintOptions } from '../pdf/index.ts'
import { interFonts } from './inter-fonts.ts'

/** The surroundings of a French report. */
export const printOptions: PrintOptions = {
  fonts: interFonts,
  deflate: (bytes) => deflateSync(bytes),
  info: {
    title: 'Compte rendu – Pépin',
    author: 'Dre Noémie Lefèvre',
    subject: 'Thorax & abdomen <2>',
    language: 'fr',
    createdAt: '2026-11-18T01:20:00.000Z',
    fileId: '0123456789ABCDEF0123456789ABCDEF',
  },
  letterhead: {
    name: 'Clinique vétérinaire de l’Érable',
    lines: ['12, rue des Cèdres', 'Montréal (Québec) H2X 1Y4', '+1 514 555-0100'],
    logo: null,
  },
  patient: [
    { label: 'Patient', value: 'Pépin' },
    { label: 'Espèce et race', value: 'Chien, Cavalier King Charles' },
    { label: 'Propriétaire', value: 'Élodie Dvořák-Łuczyński' },
  ],
  footer: 'Clinique vétérinaire de l’Érable · Pépin · 16 novembre 2026',
  pageNumber: 'Page {{page}} sur {{count}}',
  signature: { label: 'Signature', dateLabel: 'Date', name: '' },
}
