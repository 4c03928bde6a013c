import type { BridgeRefusalCode, Language } from '@talus/contract'

type RefusalTexts = Readonly<Record<BridgeRefusalCode, (detail: string) => string>>

const en: RefusalTexts = {
  'bridge/bad-request': (detail) => `The request is not understood: ${detail}`,
  'bridge/not-in-scale': (detail) => `This value is not in the scale of the generator: ${detail}`,
  'bridge/token': () => 'This needs the token of the server.',
  'bridge/foreign-page': () => 'Pages of other sites have no access to the bridge.',
  'bridge/not-found': () => 'There is nothing here.',
  'bridge/method': () => 'This is not how it is asked for.',
  'bridge/timed-out': () => 'No radiation was received in time.',
  'bridge/lease-held': (holder) => `${holder} is using this sensor.`,
  'bridge/lease-lost': (holder) =>
    holder === ''
      ? 'The sensor is no longer reserved for you.'
      : `${holder} is using this sensor now.`,
  'bridge/not-ready': (detail) => `The sensor is not ready (${detail}).`,
  'bridge/exposing': () => 'An exposure is in progress.',
  'bridge/hash-differs': () => 'The frame that was stored is not the one that was taken.',
  'bridge/busy': () => 'A sensor of this bridge is in use.',
  'bridge/fixed': (device) => `Environment variables of the bridge set this device: ${device}`,
  'bridge/bad-config': (detail) => `The settings cannot work: ${detail}`,
  'bridge/pairing': () => 'The pairing code is wrong, used or expired.',
  'bridge/too-many': () => 'Too many attempts. Wait a minute.',
  'bridge/too-large': () => 'The request is too large.',
  'bridge/failed': () => 'Something went wrong in the bridge; see its log.',
  'bridge/no-generator': () => 'There is no generator.',
  'bridge/generator-silent': (detail) => detail,
  'bridge/disk-full': () =>
    'The disk of this machine is full. Free some space before the next exposure.',
}

const fr: RefusalTexts = {
  'bridge/bad-request': (detail) => `La requête n’est pas comprise\u00A0: ${detail}`,
  'bridge/not-in-scale': (detail) =>
    `Cette valeur n’est pas dans l’échelle du générateur\u00A0: ${detail}`,
  'bridge/token': () => 'Il faut le jeton du serveur.',
  'bridge/foreign-page': () => 'Les pages d’autres sites n’ont pas accès au pont.',
  'bridge/not-found': () => 'Il n’y a rien ici.',
  'bridge/method': () => 'Ce n’est pas ainsi qu’on le demande.',
  'bridge/timed-out': () => 'Aucun rayonnement n’a été reçu à temps.',
  'bridge/lease-held': (holder) => `${holder} utilise ce capteur.`,
  'bridge/lease-lost': (holder) =>
    holder === ''
      ? 'Le capteur ne vous est plus réservé.'
      : `${holder} utilise maintenant ce capteur.`,
  'bridge/not-ready': (detail) => `Le capteur n’est pas prêt (${detail}).`,
  'bridge/exposing': () => 'Une exposition est en cours.',
  'bridge/hash-differs': () => 'L’image enregistrée n’est pas celle qui a été prise.',
  'bridge/busy': () => 'Un capteur de ce pont est utilisé.',
  'bridge/fixed': (device) =>
    `Des variables d’environnement du pont fixent cet appareil\u00A0: ${device}`,
  'bridge/bad-config': (detail) => `Ces réglages ne peuvent pas fonctionner\u00A0: ${detail}`,
  'bridge/pairing': () => 'Le code d’association est faux, déjà utilisé ou expiré.',
  'bridge/too-many': () => 'Trop d’essais. Attendez une minute.',
  'bridge/too-large': () => 'La requête est trop grande.',
  'bridge/failed': () => 'Une erreur s’est produite dans le pont\u202F; voyez son journal.',
  'bridge/no-generator': () => 'Il n’y a pas de générateur.',
  'bridge/generator-silent': (detail) => detail,
  'bridge/disk-full': () =>
    'Le disque de cette machine est plein. Libérez de l’espace avant la prochaine exposition.',
}

export const formatRefusal = (
  language: Language,
  code: BridgeRefusalCode,
  detail: string,
): string => (language === 'fr' ? fr : en)[code](detail)
