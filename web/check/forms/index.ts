// The forms by name.
import type { Form } from '../moment';
import { aloud } from './aloud';
import { choice } from './choice';
import { fill } from './fill';
import type { FormKit } from './form';
import { match } from './match';
import { number } from './number';
import { order } from './order';
import { several } from './several';
import { shape } from './shape';

const kits = { choice, several, number, shape, order, match, fill, aloud };

export const kitOf = (form: Form) => kits[form.form] as unknown as FormKit;
export type { Draft, FormView } from './form';
