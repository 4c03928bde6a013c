import type { ClinicType, Language } from '@talus/contract'

export const clinicKeys = ['en', 'fr', 'human'] as const
export type ClinicKey = (typeof clinicKeys)[number]

interface DemoClinic {
  readonly record: {
    readonly name: string
    readonly address: string
    readonly phone: string
    readonly aeTitle: string
    readonly clinicType: ClinicType
    readonly lang: Language
    readonly timeZone: string
  }
  /**
   * The domain of its mail addresses; reserved by RFC 2606, so that demo mail cannot be delivered.
   */
  readonly domain: string
  readonly doctors: readonly (readonly [firstName: string, lastName: string])[]
  readonly archive: string
}

export const demoClinics: Readonly<Record<ClinicKey, DemoClinic>> = {
  en: {
    record: {
      name: 'Harrow Creek Animal Hospital',
      address: '210 Harrow Creek Road, Harrowfield, Ontario N0X 0A1',
      phone: '(519) 555-0100',
      aeTitle: 'TALUS_EN',
      clinicType: 'Veterinary',
      lang: 'en',
      timeZone: 'America/Toronto',
    },
    domain: 'harrowcreek.example.com',
    doctors: [
      ['Nora', 'Whitlock'],
      ['Simon', 'Achterberg'],
      ['Priya', 'Ramanathan'],
    ],
    archive: 'Clinic archive',
  },
  fr: {
    record: {
      name: 'Clinique vétérinaire du Grand-Érable',
      address: '48, rue du Grand-Érable, Val-aux-Frênes, Québec J0X 0B2',
      phone: '(450) 555-0100',
      aeTitle: 'TALUS_FR',
      clinicType: 'Veterinary',
      lang: 'fr',
      timeZone: 'America/Toronto',
    },
    domain: 'granderable.example.org',
    doctors: [
      ['Hélène', 'Desrosiers-Roy'],
      ['Étienne', 'Lachapelle'],
      ['Maëlle', 'Bissonnette'],
    ],
    archive: 'Archives de la clinique',
  },
  human: {
    record: {
      name: 'Northlight Medical Imaging',
      address: '77 Lantern Street, Tidewater Bay, British Columbia V0X 0C3',
      phone: '(250) 555-0100',
      aeTitle: 'TALUS_HUMAN',
      clinicType: 'Human',
      lang: 'en',
      timeZone: 'America/Vancouver',
    },
    domain: 'northlight.example.com',
    doctors: [['Owen', 'Castellanos']],
    archive: 'Imaging archive',
  },
}
