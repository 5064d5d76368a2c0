import type { Doors } from "./narrow-doors.ts";

/**
 * Reads what an action's input names as machines; null stands for work that is no machine's. It sees the input before the procedure
 * does, so it must read the very fields that the procedure goes by, and no others: one that is ignored there proves nothing.
 */
type MachinesOf = (
  doors: Doors,
  input: Readonly<Record<string, unknown>>,
) => Promise<readonly (string | null)[]>;

const ofInstance: MachinesOf = async (_doors, { machineId }) => [textOf(machineId)];

const ofLetter: MachinesOf = (doors, { id }) => machinesOfLetters(doors, [id]);

/** Of letters by their ids, or of a frozen selection; of both if both are sent, since which one counts is for the procedure to say. */
const ofMeant: MachinesOf = async (doors, input) => {
  const { ids, selectionId } = input;
  const letters = ids === undefined ? [] : await machinesOfLetters(doors, ids);
  const selected = selectionId === undefined ? [] : await ofSelection(doors, input);
  return [...letters, ...selected];
};

const ofCause: MachinesOf = async ({ prisma }, { cause }) => {
  const machines = await prisma.deadLetter.groupBy({
    by: ["machineId"], // in the database: a cause may have a million letters
    where: { fingerprint: textOf(cause) ?? "" },
  });
  return machines.map(({ machineId }) => machineId);
};

const ofFilter: MachinesOf = async (_doors, { machine }) => [textOf(machine)];

const ofSelection: MachinesOf = async ({ pool }, { selectionId }) =>
  machinesOfSelection(pool, "s.id = $1", selectionId);

const ofJob: MachinesOf = async ({ pool }, { id }) =>
  machinesOfSelection(
    pool,
    "s.no = (SELECT selection_no FROM sagascope.replay_job WHERE id = $1)",
    id,
  );

/** What a person who may only see some machines may do, and how to know whose machine it is done to. Every other change is refused. */
const MACHINES_OF: Readonly<Record<string, MachinesOf>> = {
  "operations.send": ofInstance,
  "operations.resume": ofInstance,
  "operations.skip": ofInstance,
  "operations.cancel": ofInstance,
  "operations.rewind": ofInstance,
  "operations.migrate": ofInstance,
  "deadLetters.dryRun": ofLetter,
  "deadLetters.replay": ofLetter,
  "deadLetters.resolve": ofLetter,
  "deadLetters.unseal": ofLetter,
  "deadLetters.editAndReplay": ofLetter,
  "deadLetters.archive": ofMeant,
  "deadLetters.restore": ofMeant,
  "deadLetters.assign": ofCause,
  "deadLetters.note": ofCause,
  "replayJobs.preview": ofFilter,
  "replayJobs.rehearse": ofSelection,
  "replayJobs.start": ofSelection,
  "replayJobs.change": ofJob,
};

/** What a person keeps for themselves, or tries out on what they typed, which is no machine's. */
export const OWN_ACTIONS: ReadonlySet<string> = new Set([
  "places.pin",
  "places.visit",
  "settings.previewRedaction",
  "views.remove",
  "views.save",
]);

/** Changes that are told apart by machine. */
export const ACTIONS_BY_MACHINE: ReadonlySet<string> = new Set(Object.keys(MACHINES_OF));

/** Whether all that an action touches belongs to these machines. What touches nothing that is known, is refused like the rest. */
export async function isWithinMachines(
  doors: Doors,
  path: string,
  input: unknown,
  machines: readonly string[],
): Promise<boolean> {
  if (OWN_ACTIONS.has(path)) return true;
  const machinesOf = Object.hasOwn(MACHINES_OF, path) ? MACHINES_OF[path] : undefined;
  if (machinesOf === undefined || typeof input !== "object" || input === null) return false;
  const touched = await machinesOf(doors, input as Record<string, unknown>);
  return touched.length > 0 && touched.every((each) => each !== null && machines.includes(each));
}

/** What is no list of texts stands for nobody's letter. */
async function machinesOfLetters(
  { prisma }: Doors,
  ids: unknown,
): Promise<readonly (string | null)[]> {
  const wanted = Array.isArray(ids) ? ids.map(textOf) : [null];
  if (wanted.includes(null)) return [null];
  const letters = await prisma.deadLetter.findMany({
    where: { id: { in: wanted.filter((each) => each !== null) } },
    select: { machineId: true },
  });
  return letters.map(({ machineId }) => machineId);
}

async function machinesOfSelection(
  pool: Doors["pool"],
  condition: string,
  id: unknown,
): Promise<readonly (string | null)[]> {
  const { rows } = await pool.query<{ machine: string | null }>(
    `SELECT DISTINCT d.machine_id AS machine
     FROM sagascope.letter_selection s
     JOIN sagascope.letter_selection_item i ON i.selection_no = s.no
     JOIN sagascope.dead_letter d ON d.id = i.letter_id
     WHERE ${condition}`,
    [textOf(id)],
  );
  return rows.map(({ machine }) => machine);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
