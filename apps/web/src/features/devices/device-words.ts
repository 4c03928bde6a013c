import type { TFunction } from 'i18next'
import { numberWords } from '../../ui/quantities.ts'
import type { GeneratorWord, PanelWord } from './faces.ts'

/** The word on the chip of the panel. */
export function panelWords(t: TFunction, language: string, face: PanelWord): string {
  switch (face.word) {
    case 'fault':
      return t(`devices:fault.${face.fault}`)
    case 'battery':
      return t('devices:panel.battery', { percent: numberWords(face.percent, language) })
    case 'temp':
      return t('devices:panel.temp', { degrees: numberWords(face.degrees, language) })
    case 'connecting':
    case 'none':
    case 'silent':
    case 'error':
    case 'warn':
      return t(`devices:panel.${face.word}`)
    default:
      return t(`devices:state.${face.word}`)
  }
}

/** The word on the chip of the generator. */
export const generatorWords = (t: TFunction, face: GeneratorWord): string =>
  face.word === 'error'
    ? t('devices:generator.error', { code: face.code })
    : t(`devices:generator.${face.word}`)
