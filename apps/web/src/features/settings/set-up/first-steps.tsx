import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { isLanguage, languages, limits } from '@talus/contract'
import type { Language } from '@talus/contract'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { SignInArt } from '../../../ui/art/sign-in-art.tsx'
import { chooseLanguage, languageNames } from '../../../language.ts'
import { NewPasswordField, TextField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { ChoiceCards } from '../../../ui/inputs/choice-cards.tsx'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { ClinicFields } from '../clinics/clinic-fields.tsx'
import { clinicRequired, findClinicFaults, getClinicLabels } from '../clinics/clinic-values.ts'
import type { ClinicValues } from '../clinics/clinic-values.ts'
import {
  createUserValues,
  findUserFaults,
  getUserLabels,
  userRequired,
  userSecrets,
} from '../users/user-values.ts'
import { StepFooter } from './set-up-frame.tsx'
import { StepForm } from './step-form.tsx'
import { suggestUsername } from './suggest-username.ts'
import type { AdministratorValues } from './typed-values.ts'
import styles from './set-up.module.css'

interface StepProps {
  readonly onNext: () => void
}

/** A greeting in each language, so that users find theirs before they have chosen it. */
const greetings: Readonly<Record<Language, string>> = { en: 'Hello', fr: 'Bonjour' }

/** The language of the screens changes at once, and becomes that of the clinic. */
export function LanguageStep({ onNext }: StepProps) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceCards
        label={t('setUp:languageChoice')}
        name="language"
        value={i18next.language}
        onChoose={(value) => {
          if (isLanguage(value)) void chooseLanguage(value)
        }}
        onEnter={onNext}
        cards={languages.map((language) => ({
          value: language,
          label: languageNames[language],
          content: (
            <span className={styles.language} lang={language}>
              <strong>{languageNames[language]}</strong>
              <small>{greetings[language]}</small>
            </span>
          ),
        }))}
      />
      <div className={styles.art} aria-hidden>
        <SignInArt />
      </div>
      <StepFooter>
        <Button size="md" onClick={onNext}>
          {t('setUp:action.continue')}
        </Button>
      </StepFooter>
    </>
  )
}

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="md"
      variant="subtle"
      color="gray"
      leftSection={<Icon icon={IconArrowLeft} />}
      onClick={onBack}
    >
      {t('setUp:action.back')}
    </Button>
  )
}

interface ClinicStepProps extends StepProps {
  readonly initial: ClinicValues
  readonly onType: (values: ClinicValues) => void
  readonly onBack: () => void
}

export function ClinicStep({ initial, onType, onBack, onNext }: ClinicStepProps) {
  const { t } = useTranslation()
  const form = useForm({
    // The input so far: the values stay after the form has been submitted.
    initial,
    labels: getClinicLabels(),
    required: clinicRequired,
    isNew: true,
    check: findClinicFaults,
    save: async () => onNext(),
  })
  const { values } = form
  useEffect(() => onType(values))
  return (
    <StepForm
      form={form}
      label={t('setUp:heading.clinic')}
      submitText={t('setUp:action.continue')}
      back={<BackButton onBack={onBack} />}
    >
      <ClinicFields form={form} mayRename isBrief />
    </StepForm>
  )
}

interface AdministratorStepProps {
  readonly initial: AdministratorValues
  readonly onType: (values: AdministratorValues) => void
  readonly onBack: () => void
  readonly onSubmit: (values: AdministratorValues & { readonly password: string }) => Promise<void>
}

export function AdministratorStep(props: AdministratorStepProps) {
  const { t } = useTranslation()
  const today = useToday()
  const initial = { ...createUserValues(), ...props.initial }
  const form = useForm({
    initial,
    labels: getUserLabels(),
    required: [...userRequired, ...userSecrets],
    secrets: userSecrets,
    fieldByPath: { 'userData.email': 'userEmail' },
    isNew: true,
    check: (values) => findUserFaults(values, { isNew: true, today }),
    save: props.onSubmit,
  })
  const { firstName, lastName, userEmail, username } = form.values
  const { onType } = props
  useEffect(() => onType({ firstName, lastName, userEmail, username }))
  /** The username follows the name until the user types another one. */
  const setName = (change: { readonly firstName?: string; readonly lastName?: string }) => {
    const next = { firstName, lastName, ...change }
    const isSuggested = username === suggestUsername(firstName, lastName)
    form.setValues({
      ...next,
      ...(isSuggested && { username: suggestUsername(next.firstName, next.lastName) }),
    })
  }
  const named = {
    ...form,
    setValue: (field: keyof typeof initial, value: string | boolean) => {
      if (field === 'firstName' || field === 'lastName') setName({ [field]: String(value) })
      else form.setValue(field, value)
    },
  }
  return (
    <StepForm
      form={form}
      label={t('setUp:heading.administrator')}
      submitText={t('setUp:action.finish')}
      back={<BackButton onBack={props.onBack} />}
    >
      <FormGroup>
        <TextField
          form={named}
          name="firstName"
          autoComplete="given-name"
          maxLength={limits.personNameMax}
        />
        <TextField
          form={named}
          name="lastName"
          autoComplete="family-name"
          maxLength={limits.personNameMax}
        />
        <TextField
          form={form}
          name="username"
          autoComplete="username"
          description={t('setUp:usernameHint')}
          maxLength={limits.usernameMax}
        />
        <TextField
          form={form}
          name="userEmail"
          type="email"
          autoComplete="email"
          description={t('settings:user.emailText')}
        />
        <NewPasswordField
          form={form}
          name="password"
          description={t('settings:user.passwordRule')}
        />
        <NewPasswordField form={form} name="confirmPassword" />
      </FormGroup>
    </StepForm>
  )
}
