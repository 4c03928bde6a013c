import type { BenchDatabase } from './engines.ts'

/**
 * The baseline runs the same queries as most lists do: LIKE for every word, a count of all matches,
 * ORDER BY and OFFSET. It queries the same database directly, without the server.
 */
const columns: Readonly<Record<string, string>> = {
  studyDate: 's."createdOn"',
  patientId: 'p."patientId"',
  patientName: 'p.search',
  owner: 'o.search',
  breed: 'b.name',
  species: 'p."speciesId"',
  modality: 's.modality',
  deleted: 's."isDeleted"',
  user: 'u.username',
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export async function queryWithLike(
  bench: BenchDatabase,
  clinicId: number,
  params: Readonly<Record<string, string | number>>,
): Promise<void> {
  const values: unknown[] = [clinicId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = ['s."clinicId" = $1']
  for (const word of fold(String(params.patientName ?? ''))
    .split(' ')
    .filter(Boolean))
    conditions.push(`(p.search like ${bind(`%${word}%`)} or o.search like ${bind(`%${word}%`)})`)
  for (const word of fold(String(params.search ?? ''))
    .split(' ')
    .filter(Boolean))
    conditions.push(
      `(p.search like ${bind(`%${word}%`)} or o.search like ${bind(`%${word}%`)} or lower(p."patientId") like ${bind(`%${word}%`)} or lower(b.name) like ${bind(`%${word}%`)})`,
    )
  if (params.patientId !== undefined)
    conditions.push(
      `lower(p."patientId") like ${bind(`%${String(params.patientId).toLowerCase()}%`)}`,
    )
  if (params.dateFrom !== undefined) conditions.push(`s."createdOn" >= ${bind(params.dateFrom)}`)
  if (params.dateTo !== undefined) conditions.push(`s."createdOn" < ${bind(`${params.dateTo}T24`)}`)
  const from = `from study s join patient p on p.id = s."patientId" join "user" u on u.id = s."userId"
    left join owner o on o.id = p."ownerId" left join breed b on b.id = p."breedId"
    where ${conditions.join(' and ')}`
  const order = `${columns[String(params.sort ?? 'studyDate')]} ${params.desc === '0' ? 'asc' : 'desc'}`
  await bench.query(`select count(*) as total ${from}`, values)
  await bench.query(
    `select s.*, p.name, o.name as owner, b.name as breed, u.username ${from}
     order by ${order}, s."createdOn" desc, s.id desc limit 10 offset ${10 * Number(params.page ?? 0)}`,
    values,
  )
}
