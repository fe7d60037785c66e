/** The variables of a pattern, in groups to unfold. */
import type { DraftPatternResponse, Pattern, Variable } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Trouble } from '../service/trouble.js';
import { bodyGroup } from './drafting.js';
import { VariableControl } from './variable-control.js';

interface VariableGroupsProps {
  readonly pattern: Pattern;
  /** The draft that tells the values in use; null: each size has measurements of its own. */
  readonly drafted: DraftPatternResponse | null;
  readonly trouble: Trouble | null;
  readonly withMeasurements: boolean;
}

export function VariableGroups({ pattern, drafted, trouble, withMeasurements }: VariableGroupsProps) {
  const groups = groupsOf(pattern.variables).filter(([group]) => withMeasurements || group !== bodyGroup);
  return (
    <>
      {groups.map(([group, variables], i) => (
        <details key={`${pattern.patternId} ${group}`} open={i < 3 && group !== bodyGroup}>
          <summary>
            {titleOf(group)} <span class="muted">{variables.length}</span>
          </summary>
          {variables.map((variable) => (
            <VariableControl key={variable.key} variable={variable} drafted={drafted} trouble={trouble} />
          ))}
        </details>
      ))}
    </>
  );
}

/** Groups in the order of their first variable. Measurements come last, and folded. */
function groupsOf(variables: readonly Variable[]): [title: string, variables: Variable[]][] {
  const groups = new Map<string, Variable[]>();
  for (const variable of variables) {
    if (!variable.editable) continue;
    const group = groups.get(variable.group);
    if (group) group.push(variable);
    else groups.set(variable.group, [variable]);
  }
  const last = (title: string): number => Number(title === bodyGroup) * 2 + Number(title.startsWith('advanced'));
  return [...groups].sort(([a], [b]) => last(a) - last(b));
}

const titleOf = (group: string): string => {
  if (group === bodyGroup) return 'Measurements';
  const words = group.replaceAll('.', ': ');
  return words === '' ? 'Settings' : words[0]!.toUpperCase() + words.slice(1);
};
