import type { Page } from '@playwright/test'
import { dialog } from '../support/fixtures.ts'
import { button, field } from '../support/clinic-fixture.ts'
import type { createTranslator } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>
type Label = 'StartStudy' | 'AddImages' | 'AddImagestoTodaysStudy'

/** Page object of the registration screen. */
export const createRegistrationPage = (page: Page, t: Translate) => {
  const form = (title: string) => {
    const modal = dialog(page, t(title))
    return {
      modal,
      field: (key: string) => field(modal, t(`registration:${key}`)),
      save: button(modal, t('common:action.save')),
      choice: (name: string) => modal.getByRole('radio', { name, exact: true }),
    }
  }
  return {
    owner: page.getByRole('combobox', { name: t('registration:owner.find') }),
    patient: page.getByRole('combobox', { name: t('registration:patient.find') }),
    // Restricted to the listbox: a select for sorting has options, too.
    options: page.getByRole('listbox').getByRole('option'),
    button: (key: string) => button(page, t(`registration:${key}`)),
    animals: page
      .getByRole('radiogroup', { name: t('registration:animal.title') })
      .getByRole('radio'),
    section: (key: string) =>
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
