import type { TFunction } from 'i18next'
import { numberWords } from '../../ui/quantities.ts'
import type { GeneratorWord, PanelWord } from './faces.ts'

/** What is to be said of the panel. */
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

/** What is to be said of the generator. */
export const generatorWords = (t: TFunction, face: GeneratorWord): string =>
  face.word === 'error'
    ? t('devices:generator.error', { code: face.code })
    : t(`devices:generator.${face.word}`)

/** What a chip has no room for, in a word; the whole is said when it is pressed. */
export function shortWords(t: TFunction, language: string, face: PanelWord): string | undefined {
  const { word } = face
  if (word === 'temp')
    return t('devices:measured.celsius', { value: numberWords(face.degrees, language) })
  if (word === 'fault') return t('devices:panel.error')
  if (
    word === 'WaitingForRadiation' ||
    word === 'RadiationReceived' ||
    word === 'LoadingImage' ||
    word === 'NotAvailable'
  )
    return t(`devices:short.${word}`)
  return undefined
}
