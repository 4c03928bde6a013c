import { IconDeviceFloppy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../../api/call.ts'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { showError } from '../../ui/modals/confirm.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { WithWords } from '../../ui/with-words.tsx'
import { focalSizeOf, focalSizes, otherFocus, stepOf } from './generator-state.ts'
import type { Stepped } from './generator-state.ts'
import styles from './technique-bar.module.css'
import { isSetTo } from './techniques.ts'
import type { TechniqueSubject } from './techniques.ts'
import { useGenerator } from './use-generator.ts'
import type { GeneratorView } from './use-generator.ts'
import { useTechnique } from './use-technique.ts'
import { ValueBox } from './value-box.tsx'

interface TechniqueBarProps {
  /** What is selected. Its technique is sent to the generator as soon as it is another one. */
  readonly subject: TechniqueSubject | undefined
  /** Why nothing may be changed now, such as an exposure under way. */
  readonly lockedReason?: string | undefined
}

/** What the generator is set to, with − and +, the focus, and Save. For General only. */
export const TechniqueBar = (props: TechniqueBarProps) => (
  <WithWords namespace="devices" height={56}>
    <Bar {...props} />
  </WithWords>
)

const units = { kv: 'kV', ma: 'mA', ms: 'ms', mx: 'mAs' } as const
const allBoxes: readonly Stepped[] = ['kv', 'ma', 'ms', 'mx']
/** DEV-25: without a generator the product is what somebody sets by hand. */
const boxesWithout: readonly Stepped[] = ['kv', 'mx']

const tell = (work: Promise<void>) => void work.catch((error: unknown) => showError(wordsOf(error)))

function Bar({ subject, lockedReason }: TechniqueBarProps) {
  const { t } = useTranslation()
  const generator = useGenerator()
  const { values, scales, isDisabled, isStreamOpen } = generator
  const reason = () => {
    if (lockedReason !== undefined) return lockedReason
    if (isDisabled) return undefined
    if (generator.isConnecting) return t('devices:generator.connecting')
    if (!isStreamOpen) return t('errors:device/generator-unavailable')
    return scales ? undefined : t('devices:technique.noScales')
  }
  const why = reason()
  const isEnd = (key: Stepped, direction: 1 | -1) =>
    scales !== undefined && stepOf(key, direction, values, scales) === undefined
  return (
    <div className={styles.bar} role="group" aria-label={t('devices:technique.title')}>
      {(isDisabled ? boxesWithout : allBoxes).map((key) => (
        <ValueBox
          key={key}
          unit={units[key]}
          name={t(`devices:technique.name.${key}`)}
          value={values[key]}
          reason={why}
          isLowest={isEnd(key, -1)}
          isHighest={isEnd(key, 1)}
          onStep={(direction) => tell(generator.step(key, direction))}
        />
      ))}
      <FocusBox generator={generator} reason={why} />
      <SaveButton subject={subject} generator={generator} />
    </div>
  )
}

interface FocusBoxProps {
  readonly generator: GeneratorView
  readonly reason: string | undefined
}

/** DEV-26: the name whose initial the generator has; a press chooses the other one. */
function FocusBox({ generator, reason }: FocusBoxProps) {
  const { t } = useTranslation()
  const { fo } = generator.values
  const size = focalSizeOf(fo)
  const other = otherFocus(fo, generator.scales)
  const name = size ? t(`devices:focus.${size.name}`) : '–'
  const otherName = focalSizes.find((one) => one.fo === other)
  const why = reason ?? (other === undefined ? t('devices:focus.only') : undefined)
  return (
    <button
      type="button"
      className={styles.focus}
      aria-disabled={why !== undefined}
      data-hint={
        why ??
        (otherName && t('devices:focus.choose', { name: t(`devices:focus.${otherName.name}`) }))
      }
      onClick={() => {
        if (why === undefined && other !== undefined) tell(generator.set({ fo: other }))
      }}
    >
      <span className={styles.unit}>{t('devices:focus.title')}</span>
      <span className={styles.focusName}>{name}</span>
    </button>
  )
}

interface SaveButtonProps {
  readonly subject: TechniqueSubject | undefined
  readonly generator: GeneratorView
}

function SaveButton({ subject, generator }: SaveButtonProps) {
  const { t } = useTranslation()
  const { technique, obstacle, isSaving, save } = useTechnique(subject, generator)
  useKeptFocus(isSaving)
  const isChanged = technique !== undefined && !isSetTo(technique, generator.values)
  return (
    <ExplainedButton
      className={styles.save ?? ''}
      variant={isChanged && !obstacle ? 'light' : 'default'}
      leftSection={<IconDeviceFloppy size={20} stroke={1.5} aria-hidden />}
      reason={obstacle && t(`devices:obstacle.${obstacle}`)}
      loading={isSaving}
      data-hint={t('devices:technique.saveHint')}
      onClick={save}
    >
      {t('common:action.save')}
    </ExplainedButton>
  )
}
