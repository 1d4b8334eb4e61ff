// What plug-ins have added to the lists of detectors and reports, for one command line. Here and nowhere else the two are one list.

import type { Detector } from '../../detectors/detector.ts';
import { detectors } from '../../detectors/index.ts';
import { reportFormats } from '../../report/index.ts';
import type { ReportFormat } from '../../report/report.ts';

/** What a module gives by exporting it under these names. */
export interface Plugin {
  readonly detectors: readonly Detector[];
  readonly reports: readonly ReportFormat[];
}

const NONE: Plugin = { detectors: [], reports: [] };

/** Set once per command line, before its options are read. */
let added = NONE;

/** In the place of what was added before. */
export function setPlugins(plugins: readonly Plugin[]): void {
  added = {
    detectors: plugins.flatMap((plugin) => plugin.detectors),
    reports: plugins.flatMap((plugin) => plugin.reports),
  };
}

export function addedDetectors(): readonly Detector[] {
  return added.detectors;
}

export function addedReports(): readonly ReportFormat[] {
  return added.reports;
}

export function knownDetectors(): readonly Detector[] {
  return [...detectors, ...added.detectors];
}

/** One that an option has been checked to name. */
export function detectorNamed(id: string): Detector {
  return knownDetectors().find((detector) => detector.id === id)!;
}

/** One that an option has been checked to name. */
export function reportNamed(id: string): ReportFormat {
  return [...reportFormats, ...added.reports].find((report) => report.id === id)!;
}
