import { caseStatus } from '@talus/contract'
import type { CaseReach, UserId } from '@talus/contract'
import { AliasNode, IdentifierNode, OperationNodeTransformer, sql, TableNode } from 'kysely'
import type {
  JoinNode,
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  RawBuilder,
  SelectQueryNode,
} from 'kysely'
import { createClinicCondition, isClinicTable } from './clinic-tables.ts'
import type { ClinicTableName } from './clinic-tables.ts'

/** The columns of `alias`, and the radiologist. */
type Condition = (alias: string, radiologistId: UserId) => RawBuilder<boolean>

/** A case is open to a radiologist if it is offered to all of them or assigned to this one. */
const isOpenCase: Condition = (alias, radiologistId) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(not ${column('isDeleted')} and (${column('status')} = ${caseStatus.available} or ${column('radiologistId')} = ${radiologistId}))`
}

const selectFromCases = (column: string, radiologistId: UserId) =>
  sql`(select ${sql.ref(`radCase.${column}`)} from ${sql.table('radCase')} where ${isOpenCase('radCase', radiologistId)})`

const selectImageIds = (radiologistId: UserId) =>
  sql`(select ${sql.ref('caseFile.imageId')} from ${sql.table('caseFile')} where ${sql.ref('caseFile.caseId')} in ${selectFromCases('id', radiologistId)})`

const referencedByCase =
  (column: string, caseColumn: string): Condition =>
  (alias, radiologistId) =>
    sql`${sql.ref(`${alias}.${column}`)} in ${selectFromCases(caseColumn, radiologistId)}`

const attachedImage =
  (column: string): Condition =>
  (alias, radiologistId) =>
    sql`${sql.ref(`${alias}.${column}`)} in ${selectImageIds(radiologistId)}`

/** The study of a case, and earlier studies with images that were attached to it. */
const studyOfCase =
  (column: string): Condition =>
  (alias, radiologistId) => {
    const id = sql.ref(`${alias}.${column}`)
    return sql`(${id} in ${selectFromCases('studyId', radiologistId)} or ${id} in (select ${sql.ref('image.studyId')} from ${sql.table('image')} where ${attachedImage('id')('image', radiologistId)}))`
  }

const seriesOfAttachedImage: Condition = (alias, radiologistId) =>
  sql`exists (select 1 from ${sql.table('image')} where ${attachedImage('id')('image', radiologistId)} and ${sql.ref('image.studyId')} = ${sql.ref(`${alias}.studyId`)} and ${sql.ref('image.seriesInstanceUID')} = ${sql.ref(`${alias}.seriesInstanceUID`)})`

/** The rows that belong to a case. Tables that are not listed have none. */
const conditions: Partial<Readonly<Record<ClinicTableName, Condition>>> = {
  radCase: isOpenCase,
  caseFile: referencedByCase('caseId', 'id'),
  caseEvent: referencedByCase('caseId', 'id'),
  caseMessage: referencedByCase('caseId', 'id'),
  caseReportVersion: referencedByCase('caseId', 'id'),
  caseCritical: referencedByCase('caseId', 'id'),
  caseFeedback: referencedByCase('caseId', 'id'),
  casePresence: referencedByCase('caseId', 'id'),
  clinic: referencedByCase('id', 'clinicId'),
  doctor: referencedByCase('id', 'referringVeterinarianId'),
  patient: referencedByCase('id', 'patientId'),
  owner: referencedByCase('id', 'ownerId'),
  study: studyOfCase('id'),
  viewerState: studyOfCase('studyId'),
  positionCorrection: studyOfCase('studyId'),
  series: seriesOfAttachedImage,
  image: attachedImage('id'),
  imageHeader: attachedImage('imageId'),
  slice: attachedImage('imageId'),
  imageExposure: attachedImage('imageId'),
  annotationCorrection: attachedImage('imageId'),
}

/** Whether a row is in the reach of a radiologist; `alias` is the name of the table in the query. */
export function createCaseCondition(
  table: ClinicTableName,
  alias: string,
  { radiologistId, clinicIds }: CaseReach,
): RawBuilder<boolean> {
  const ofClinics = createClinicCondition(table, clinicIds, alias)
  const ofCases = conditions[table]
  return ofCases ? sql`(${ofClinics} or ${ofCases(alias, radiologistId)})` : ofClinics
}

/**
 * Bounds every clinic table that a query reads, joined ones and those of subqueries included. In
 * other reaches foreign keys keep a join within the clinic; here a study of a case is in reach and
 * most of its images are not.
 */
export class CaseReachPlugin implements KyselyPlugin {
  readonly #transformer: OperationNodeTransformer

  constructor(reach: CaseReach) {
    this.#transformer = new TableBounder(reach)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#transformer.transformNode(node, queryId)
  }

  transformResult({ result }: PluginTransformResultArgs) {
    return Promise.resolve(result)
  }
}

class TableBounder extends OperationNodeTransformer {
  readonly #reach: CaseReach

  constructor(reach: CaseReach) {
    super()
    this.#reach = reach
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId) {
    const { from, ...rest } = super.transformSelectQuery(node, queryId)
    if (!from) return rest
    return { ...rest, from: { ...from, froms: from.froms.map((table) => this.#bound(table)) } }
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId) {
    const join = super.transformJoin(node, queryId)
    return { ...join, table: this.#bound(join.table) }
  }

  /** Replaces a clinic table by a subquery of the rows in reach, under the same name. */
  #bound(node: OperationNode): OperationNode {
    const table = AliasNode.is(node) ? node.node : node
    if (!TableNode.is(table)) return node
    const { name } = table.table.identifier
    if (!isClinicTable(name)) return node
    const alias = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : name
    const condition = createCaseCondition(name, name, this.#reach)
    return sql`(select * from ${sql.table(name)} where ${condition})`.as(alias).toOperationNode()
  }
}
