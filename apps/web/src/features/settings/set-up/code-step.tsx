import { routes } from '@talus/contract/routes'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { SetUpFrame } from './set-up-frame.tsx'
import type { StepStates } from './set-up-frame.tsx'
import { StepForm } from './step-form.tsx'
import { keepCode } from './typed-values.ts'
import styles from './set-up.module.css'

interface CodeStepProps {
  readonly steps: StepStates
  /** The code of the link or of an earlier visit, which is tried at once; perhaps empty. */
  readonly initial: string
  readonly onCode: (code: string) => void
  readonly onEnded: () => void
}

/** Asks for the code that the server has printed: it shows that the user has access to the server. */
export function CodeStep({ steps, initial, onCode, onEnded }: CodeStepProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { code: initial },
    labels: { code: t('setUp:check.code') },
    required: ['code'],
    isNew: true,
    save: async ({ code }) => {
      try {
        await call(routes.setUp.checkCode, { body: { code } })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'set-up/done') throw error
        onEnded()
        return
      }
      // A reload continues with it.
      keepCode(code)
      onCode(code)
    },
  })
  const field = useRef<HTMLDivElement>(null)
  const isTried = useRef(false)
  useEffect(() => {
    if (initial === '' || isTried.current) return
    isTried.current = true
    field.current?.closest('form')?.requestSubmit()
  }, [initial])
  return (
    <SetUpFrame
      steps={steps}
      current={undefined}
      title={t('setUp:check.title')}
      text={t('setUp:check.text')}
    >
      <StepForm form={form} label={t('setUp:check.form')} submitText={t('setUp:check.submit')}>
        <div ref={field} className={styles.code}>
          <TextField
            form={form}
            name="code"
            maxLength={64}
            description={t('setUp:check.codeHint')}
            takesFocus
          />
          <p className={styles.quiet}>{t('setUp:check.where')}</p>
        </div>
      </StepForm>
    </SetUpFrame>
  )
}
