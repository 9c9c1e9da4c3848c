/** Codes that make up the start of a request number; those that are not set are left out (A7, R161). */
export interface NumberParts {
  readonly groupCode: string
  readonly dealershipCode: string | null
  readonly departmentCode: string | null
}

/** The number as people read it: `NWG-TOY-SVC-000127`. `counter` counts per dealer group from 1 (A7). */
export function formatRequestNumber(parts: NumberParts, counter: number): string {
  const codes = [parts.groupCode, parts.dealershipCode, parts.departmentCode].filter((code) => code !== null)
  return [...codes, String(counter).padStart(6, '0')].join('-')
}
