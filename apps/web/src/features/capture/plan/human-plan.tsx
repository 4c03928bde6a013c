import { UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { humanLimbs, humanTrunkParts, humanViewNames, humanViews } from '@talus/anatomy'
import type { HumanBodyPart, HumanView } from '@talus/anatomy'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { getAddObstacle } from './annotations.ts'
import type { AnnotationPlan } from './use-annotations.ts'
import styles from './plan.module.css'

interface HumanPlanProps {
  readonly plan: AnnotationPlan
  /** Numbers of images by body part. */
  readonly counts: Readonly<Record<string, number>>
}

const getUsualView = ({ name }: HumanBodyPart): HumanView => (name === 'Chest' ? 'PA' : 'AP')

/** Selects body part and view of a person; there is no map and no size. */
export function HumanPlan({ plan, counts }: HumanPlanProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const [part, setPart] = useState<HumanBodyPart>()
  const [view, setView] = useState<HumanView>('AP')
  const [isAdding, setAdding] = useState(false)
  const draft = part && { bodyPart: part.name, bodyPartView: view, animalSize: null }
  const obstacle = getAddObstacle({
    hasStudy: true,
    draft,
    annotations: plan.annotations,
    modality: 'General',
  })
  const add = async () => {
    if (!draft) return
    setAdding(true)
    await plan.add([draft])
    setAdding(false)
  }
  const renderPart = (one: HumanBodyPart, label: string) => {
    const count = counts[one.name] ?? 0
    return (
      <UnstyledButton
        key={one.name}
        className={styles.choice}
        data-part
        aria-label={one.names[language]}
        aria-pressed={one.name === part?.name}
        onClick={() => {
          setPart(one)
          setView(getUsualView(one))
        }}
      >
        {label}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </UnstyledButton>
    )
  }
  return (
    <>
      <div className={styles.parts}>
        <div className={styles.trunk} role="group" aria-label={t('capture:human.trunk')}>
          {humanTrunkParts.map((one) => renderPart(one, one.names[language]))}
        </div>
        <div className={styles.limbs} role="group" aria-label={t('capture:human.limbs')}>
          {humanLimbs.map(({ names, R, L }) => (
            <div key={names.en} className={styles.limb}>
              {renderPart(R, t('capture:human.right'))}
              <span className={styles.limbName}>{names[language]}</span>
              {renderPart(L, t('capture:human.left'))}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.views} role="group" aria-label={t('capture:view.title')}>
        {humanViews.map((one) => (
          <UnstyledButton
            key={one}
            className={styles.choice}
            aria-pressed={one === view}
            data-hint={humanViewNames[one][language]}
            onClick={() => setView(one)}
          >
            {one}
          </UnstyledButton>
        ))}
      </div>
      <ExplainedButton
        className={styles.add ?? ''}
        leftSection={<Icon icon={IconPlus} size="xl" />}
        variant="default"
        loading={isAdding}
        reason={
          obstacle === 'noPart'
            ? t('capture:human.noPart')
            : obstacle && t(`capture:add.${obstacle}`)
        }
        onClick={() => void add()}
      >
        {t('capture:add.action')}
      </ExplainedButton>
    </>
  )
}
