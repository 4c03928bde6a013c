import type { Page } from '@playwright/test'
import { dialog } from './fixtures.ts'
import { button, field } from './office.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>
type Label = 'StartStudy' | 'AddImages' | 'AddImagestoTodaysStudy'

/** The parts of the registration screen, as somebody at the desk knows them. */
export const deskOf = (page: Page, t: Words) => {
  const form = (title: string) => {
    const shown = dialog(page, t(title))
    return {
      shown,
      field: (key: string) => field(shown, t(`registration:${key}`)),
      save: button(shown, t('common:action.save')),
      choice: (name: string) => shown.getByRole('radio', { name, exact: true }),
    }
  }
  return {
    owner: page.getByRole('combobox', { name: t('registration:owner.find') }),
    patient: page.getByRole('combobox', { name: t('registration:patient.find') }),
    // A list to sort by has options as well.
    options: page.getByRole('listbox').getByRole('option'),
    button: (key: string) => button(page, t(`registration:${key}`)),
    animals: page
      .getByRole('radiogroup', { name: t('registration:animal.title') })
      .getByRole('radio'),
    part: (key: string) =>
      page.getByRole('region', { name: t(`registration:${key}`), exact: true }),
    start: (label: Label) => button(page, t(`registration:start.${label}`)),
    study: page.getByRole('region', { name: t('registration:study.label') }),
    rows: page.getByRole('row').locator('[data-primary]'),
    modality: (name: 'General' | 'Dental') =>
      page
        .getByRole('radiogroup', { name: t('registration:start.modality') })
        .getByRole('radio', { name: t(`studies:modality.${name}`) }),
    newOwner: form('registration:owner.new'),
    editOwner: form('registration:owner.edit'),
    newAnimal: form('registration:animal.new'),
    editAnimal: form('registration:animal.edit'),
    newPatient: form('registration:patient.new'),
  }
}
