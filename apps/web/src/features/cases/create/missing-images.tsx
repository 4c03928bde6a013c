import { IconAlertTriangle } from '@tabler/icons-react'
import { formatBodyPart, formatView, studyTypes, studyTypeSeparator } from '@talus/anatomy'
import { getSpeciesName, SpeciesId } from '@talus/contract'
import type { Image } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../../language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import type { CaseValues } from './case-values.ts'
import { findTypesWithoutImage } from './image-study-types.ts'
import { findMissingViews, selectViewed } from './missing-views.ts'
import styles from './create-case.module.css'

interface MissingImagesProps {
  readonly values: Pick<CaseValues, 'speciesId' | 'studyTypes' | 'modality'>
  /** The images that will be sent. */
  readonly images: readonly Pick<Image, 'bodyPart' | 'bodyPartView' | 'modality'>[]
  readonly planned: Parameters<typeof findMissingViews>[2]
}

/** The images that a radiologist will probably ask for; the case can be sent without them. */
export function MissingImages({ values, images, planned }: MissingImagesProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const species = SpeciesId.safeParse(values.speciesId).data
  const viewed = selectViewed(values.modality, images)
  const views = findMissingViews(
    species === undefined ? undefined : getSpeciesName(species),
    viewed,
    // A study of slices has no planned views that could be missing.
    viewed.length > 0 ? planned : [],
  )
  const types = findTypesWithoutImage(
    values.studyTypes.split(studyTypeSeparator).filter(Boolean),
    images.map(({ bodyPart }) => bodyPart),
  )
  if (types.length + views.length === 0) return null
  const nameType = (type: string) =>
    studyTypes.find(({ names }) => names.en === type)?.names[language] ?? type
  const nameView = (view: string) => {
    if (view === 'LLAT') return t('caseForm:view.LLAT')
    return view === 'RLAT' ? t('caseForm:view.RLAT') : formatView(view, language)
  }
  return (
    <div className={styles.note} role="status">
      <Icon icon={IconAlertTriangle} />
      <ul>
        {types.map((type) => (
          <li key={type}>{t('caseForm:missingType', { type: nameType(type) })}</li>
        ))}
        {views.map(({ bodyPart, view }) => (
          <li key={`${bodyPart} ${view}`}>
            {t('caseForm:missing', {
              part: formatBodyPart(bodyPart, language),
              view: nameView(view),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
