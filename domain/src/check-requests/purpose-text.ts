/** A purpose as exports show it and searches find it; 'other' includes its free text (R125, E5). */
export function purposeText({ purpose_name, purpose_other }: { purpose_name: string; purpose_other: string | null }) {
  return purpose_other ? `${purpose_name} ${purpose_other}` : purpose_name
}
