import { Skeleton } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { DicomTag, ImageId, StudyId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../../api/call.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useOrderedRows } from '../../../ui/table/use-ordered-rows.ts'
import type { FormProps } from '../image-forms.ts'
import { ImagePicker } from '../picker/image-picker.tsx'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './dump-form.module.css'

/** Longer values are truncated on the screen, but copied in full. */
const shownLength = 400

interface Row extends DicomTag {
  readonly id: number
}

/** Lists the DICOM elements of an image file. */
export function DumpForm({ study }: FormProps) {
  const { images, chosen, setChosen } = useStudyImages(study)
  // The image open in the viewer may belong to an earlier study and be missing in this list.
  const [imageId = images.data?.[0]?.id] = chosen
  const isOne = images.data?.length === 1
  return (
    <div className={isOne ? '' : styles.columns}>
      {isOne ? null : (
        <ImagePicker
          images={images}
          chosen={new Set(imageId === undefined ? [] : [imageId])}
          onChoose={setChosen}
          isSingle
          isFirst
          isNarrow
        />
      )}
      {imageId === undefined ? null : (
        <Dump key={imageId} studyId={study.studyId} imageId={imageId} />
      )}
    </div>
  )
}

interface DumpProps {
  readonly studyId: StudyId
  readonly imageId: ImageId
}

function Dump({ studyId, imageId }: DumpProps) {
  const { t } = useTranslation()
  const { data, error, isPending } = useQuery({
    // Below the key of the study images: a change of these rewrites the file.
    queryKey: [...imageQueries.ofStudy(studyId).queryKey, 'tags', imageId],
    queryFn: ({ signal }) =>
      call(routes.image.metadata, { params: { id: imageId }, query: { tags: '1' } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnError: true },
  })
  const rows = useMemo(
    () => data && (data.tags ?? []).map((tag, id): Row => ({ ...tag, id })),
    [data],
  )
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'tag',
        header: t('imageForms:dump.tag'),
        value: ({ tag }) => tag,
        cell: ({ tag, depth }) => <Tag tag={tag} depth={depth} />,
        isUnsorted: true,
        width: 150,
      },
      {
        id: 'type',
        header: t('imageForms:dump.type'),
        value: ({ vr }) => vr,
        isUnsorted: true,
        width: 56,
      },
      {
        id: 'value',
        header: t('imageForms:dump.value'),
        value: ({ value }) => value,
        cell: (row) => <Value row={row} />,
        isUnsorted: true,
      },
      {
        id: 'name',
        header: t('imageForms:dump.name'),
        value: ({ name }) => name,
        isUnsorted: true,
        isPrimary: true,
        width: 240,
      },
    ],
    [t],
  )
  const view = useOrderedRows(rows, columns)
  if (error) return <ErrorNote text={getErrorMessage(error)} />
  if (isPending) return <Skeleton height={480} />
  return (
    <div className={styles.table}>
      <DataTable
        label={t('studies:imageForm.dump')}
        view={view}
        columns={columns}
        rowId={({ id }) => id}
        searchLabel={t('imageForms:dump.search')}
        empty={
          <StatePanel
            isCompact
            icon={<Icon icon={IconListDetails} size="xl" />}
            title={t('imageForms:dump.emptyTitle')}
            text={t('imageForms:dump.emptyText')}
          />
        }
      />
    </div>
  )
}

/** Elements inside a sequence are indented by one step per level. */
function Tag({ tag, depth }: Pick<DicomTag, 'tag' | 'depth'>) {
  const { t } = useTranslation()
  return (
    <span
      className={styles.tag}
      style={{ paddingLeft: depth * 12 }}
      data-nested={depth > 0 || undefined}
      {...(depth > 0 && { title: t('imageForms:dump.nested', { count: depth }) })}
    >
      {tag}
    </span>
  )
}

function Value({ row: { value, name, tag } }: { readonly row: Row }) {
  if (value === '') return null
  const shown = value.length > shownLength ? `${value.slice(0, shownLength)}…` : value
  return (
    <span className={styles.value}>
      <span>{shown}</span>
      <CopyIcon text={value} what={name || tag} />
    </span>
  )
}
