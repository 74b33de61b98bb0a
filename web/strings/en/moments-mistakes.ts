// The texts of "something is wrong here": the mistakes, what would show them, and what they do.
import type { Mistake } from '../../../wasm/protocol';

export interface MistakeWords {
  name: string;
  /** What one would see if it were this one: said to who chose it and was wrong. */
  sign: string;
  /** What happened, said when it is found. */
  because: string;
}

export const mistakes: Record<Mistake, MistakeWords> = {
  padding_unmasked: {
    name: 'Padded positions are not masked.',
    sign: 'Then the positions of PAD would have weights above 0.',
    because:
      'PAD gets weight: its energies went into the softmax like any other. Set them to −∞ first, and the real positions share everything. The loss keeps falling with this mistake in, which is why it is found so late.',
  },
  padding_in_loss: {
    name: 'The loss counts padded positions too.',
    sign: 'Then the total would be more than the printed losses added up.',
    because:
      'The total holds more than the losses printed: the steps over PAD are in it. The model is rewarded for saying PAD, and the number depends on how long the batch’s longest sentence is.',
  },
  state_at_padding: {
    name: 'The encoder’s last state is taken at the padded end.',
    sign: 'Then `enc.hidden` would be the first to differ.',
    because: 'The last state must be that of the last real token; behind it the GRU has run over PAD.',
  },
  forcing_left_on: {
    name: 'Teacher forcing was left on in the evaluation.',
    sign: 'Then it would say “evaluation” above, and each step would be fed the true token whatever was predicted.',
    because:
      'This is an evaluation, and yet each step is fed the true token, also after a wrong prediction. At inference nobody has the true token: what was measured here is not what the model will do.',
  },
  gate_order: {
    name: 'The GRU’s gates are read in another order.',
    sign: 'Then the gates r and z would differ first: each would be computed with the other’s weights.',
    because:
      'r and z differ from the first position on: each has the other’s weights. PyTorch’s rows lie as r, z, n; other libraries have z, r, n, and weights carried over still train.',
  },
  update_reversed: {
    name: 'The update gate is turned round.',
    sign: 'Then `enc.out` would differ, with r and z right at the first position.',
    because: 'It computes (1 − z) h + z n. PyTorch’s is (1 − z) n + z h: z says how much is kept.',
  },
  state_after_step: {
    name: 'Attention looks with the state after the step.',
    sign: 'Then `dec.Ws_s` would be the first to differ.',
    because: 'Bahdanau’s attention looks with the state before the step.',
  },
  no_tanh: {
    name: 'The tanh is missing in the energies.',
    sign: 'Then `dec.tanh` would differ, and the weights of PAD would still be 0.',
    because:
      'What should have gone through tanh did not. Without it W_h h and W_s s add up separately: the query shifts all energies alike, and the softmax drops it.',
  },
  softmax_axis: {
    name: 'The softmax runs over the wrong axis.',
    sign: 'Then every weight would be 1: a softmax over one number.',
    because: 'Every weight is 1: the softmax ran over an axis with one entry. Over the source the weights share 1.',
  },
  context_of_keys: {
    name: 'The context mixes W_h h instead of h.',
    sign: 'Then all would agree up to `dec.context`.',
    because: 'Everything is right up to the context: that one sums the keys W_h h. It must sum the states themselves.',
  },
  target_shift: {
    name: 'Each step is fed the token it should predict.',
    sign: 'Then “fed” and “expected” would be the same in every row.',
    because:
      'The decoder is handed the answer: fed and expected are the same token. It learns to copy its input; the loss falls to 0, and at inference it can say nothing.',
  },
  softmax_twice: {
    name: 'Cross-entropy is given probabilities instead of scores.',
    sign: 'Then the loss of a step would not be −ln of the probability beside it.',
    because:
      'The losses are not −ln of the probabilities beside them: cross-entropy took a softmax of what was one already. Everything is flattened, and the loss can never come near 0.',
  },
  first_state_zero: {
    name: 'The decoder starts from zeros.',
    sign: 'Then the encoder would be right, and `dec.Ws_s` would be 0.',
    because: 'The encoder is right, and the first query is 0: the decoder did not start from the encoder’s last state.',
  },
  state_not_carried: {
    name: 'Every step starts from the encoder’s state.',
    sign: 'Then step 0 would be right and step 1 would be wrong.',
    because: 'Step 0 is right; from step 1 on the decoder’s own state was forgotten.',
  },
  copies_overwritten: {
    name: 'Of a repeated word only the last place counts.',
    sign: 'Then words that stand once would have the right probability.',
    because: 'The weights of a repeated word must be summed.',
  },
  gate_reversed: {
    name: 'p_gen weighs the copies.',
    sign: 'Then copying and generating would have changed places.',
    because: 'p_gen is the share of generating; 1 − p_gen is that of copying.',
  },
};

export const agreement = {
  heads: ['tensor', 'agrees', 'ours begins', 'this one begins'],
  yes: '✓\u00a0yes',
  no: '✗\u00a0no',
};

export const mistakeTexts = {
  'wrong-weights': {
    title: 'The weights of a padded row',
    question:
      'A student’s program, first decoder step, on a row of a padded batch. The table holds what came before the weights against the engine’s own pass. What is the mistake?',
    weights: 'Their weights α',
    before: 'What came before, against ours',
    ran: 'Theirs and ours, tensor by tensor',
  },
  'wrong-gates': {
    title: 'A pass that disagrees',
    question: 'The same weights, the same pair, and yet other numbers. Find the mistake by where it is first seen.',
    table: 'Their pass against ours, in the order of the computation',
    ran: 'Each mistake made on its own: the tensor that differs first',
    heads: ['mistake', 'first seen in'],
  },
  'wrong-printout': {
    title: 'A printout that cannot be',
    question: (evaluation: boolean) =>
      evaluation
        ? 'Printed during an evaluation on held-out pairs, in a padded batch. What is the mistake?'
        : 'Printed during a training step with teacher forcing, in a padded batch. What is the mistake?',
    printed: 'One row of the batch, step by step',
    heads: ['step', 'fed', 'predicts', 'expected', 'p(expected)', 'loss'],
    total: 'total',
    ran: 'The same row in the engine, and in theirs',
    sides: ['', 'ours', 'theirs'],
    fed: 'fed',
  },
};
