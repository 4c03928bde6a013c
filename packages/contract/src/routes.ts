import { accountRoutes } from './account.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { backupRoutes } from './backup.ts'
import { radCaseRoutes } from './case-routes.ts'
import { clinicRoutes } from './clinic.ts'
import { generatorRoutes, sensorRoutes } from './device-routes.ts'
import { bridgeRoutes } from './device-settings.ts'
import { dicomDeviceRoutes } from './dicom-device.ts'
import { dicomInfoRoutes } from './dicom-info.ts'
import { dicomReceiverRoutes } from './dicom-receiver.ts'
import { dicomSendRoutes } from './dicom-send.ts'
import { dicomServerRoutes } from './dicom-server.ts'
import { dicomWebRoutes } from './dicom-web.ts'
import { doctorRoutes } from './doctor.ts'
import { documentRoutes } from './document.ts'
import { emailConfigRoutes } from './email-config.ts'
import { eventRoutes } from './events.ts'
import { hangingProtocolRoutes } from './hanging-protocol.ts'
import { imageRoutes } from './image-routes.ts'
import { linkAddressRoutes } from './link-address.ts'
import { ownerRoutes } from './owner.ts'
import { breedRoutes, patientRoutes } from './patient.ts'
import { permissionProfileRoutes } from './permission-profile.ts'
import { protocolRoutes } from './protocol.ts'
import { reassignRoutes } from './reassign.ts'
import { reportRoutes } from './report.ts'
import { restraintRoutes } from './restraint.ts'
import type { Route } from './route.ts'
import { serviceAccountRoutes } from './service-account.ts'
import { setUpRoutes } from './set-up.ts'
import { shareRoutes } from './share.ts'
import { stackRoutes } from './stack.ts'
import { studyRoutes } from './study.ts'
import { systemRoutes } from './system.ts'
import { trayRoutes } from './tray.ts'
import { userRoutes } from './user.ts'
import { viewerStateRoutes } from './viewer-state.ts'

/** All routes of the server's API. */
export const routes = {
  system: systemRoutes,
  auth: authRoutes,
  account: accountRoutes,
  audit: auditRoutes,
  clinic: clinicRoutes,
  doctor: doctorRoutes,
  user: userRoutes,
  permissionProfile: permissionProfileRoutes,
  breed: breedRoutes,
  owner: ownerRoutes,
  patient: patientRoutes,
  study: studyRoutes,
  reassign: reassignRoutes,
  restraint: restraintRoutes,
  image: imageRoutes,
  document: documentRoutes,
  tray: trayRoutes,
  viewerState: viewerStateRoutes,
  stack: stackRoutes,
  hangingProtocol: hangingProtocolRoutes,
  protocol: protocolRoutes,
  sensor: sensorRoutes,
  generator: generatorRoutes,
  bridge: bridgeRoutes,
  events: eventRoutes,
  dicomServer: dicomServerRoutes,
  dicomSend: dicomSendRoutes,
  dicomReceiver: dicomReceiverRoutes,
  dicomDevice: dicomDeviceRoutes,
  dicomInfo: dicomInfoRoutes,
  dicomWeb: dicomWebRoutes,
  serviceAccount: serviceAccountRoutes,
  emailConfig: emailConfigRoutes,
  share: shareRoutes,
  linkAddress: linkAddressRoutes,
  setUp: setUpRoutes,
  report: reportRoutes,
  radCase: radCaseRoutes,
  backup: backupRoutes,
} satisfies Record<string, Record<string, Route>>

export interface NamedRoute {
  /** The name in code, such as `study.worklist`. */
  readonly name: string
  readonly group: string
  readonly route: Route
}

const groups: Readonly<Record<string, Readonly<Record<string, Route>>>> = routes
export const allRoutes: readonly NamedRoute[] = Object.entries(groups).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]) => ({ name: `${group}.${name}`, group, route })),
)
