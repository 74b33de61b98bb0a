// The texts of part 2's moments: teacher forcing, free running, the loss.

const lanes = { heads: ['step', 'teacher-forced', 'free-running'], step: String };

export const forcingMoments = {
  'first-divergence': {
    title: 'When do the lanes part?',
    question:
      'Two lanes decode with the same weights: one is fed the target, the other its own predictions. At which step, counted from 0, are they first fed different tokens?',
    target: 'Target',
    free: 'The free lane predicts',
    lanes,
    step: (step: number) => `Step ${step}`,
    never: 'Never: both are fed the same throughout',
    reasons: {
      never: (prediction: string, step: number) =>
        `Look at step ${step}: ${prediction} is not the target’s token there.`,
      same: 'Up to there every prediction is the target’s token, so both lanes are fed the same.',
      early: (step: number) =>
        step === 0
          ? 'Step 1 is fed the prediction of step 0, and that one is the target’s token.'
          : 'The prediction before it is still the target’s token.',
      late: (step: number) => `Sooner: the prediction of step ${step} is wrong already, and the next step is fed it.`,
    },
    because: {
      never: 'Never: each prediction that is fed on is the target’s own token.',
      parts: (step: number) =>
        `At step ${step}: the prediction of step ${step - 1} is not the target’s token, and the free lane is fed it. Step 0 is never the place: both are fed BOS.`,
    },
    ran: 'Both lanes, as they ran: fed → predicts',
  },
  'free-input': {
    title: 'What is it fed next?',
    question: 'A free run with untrained weights. Fill in what the decoder is fed.',
    target: 'Target',
    predictions: 'Its predictions, from step 0 on',
    lanes,
    before: (step: number) => `At step ${step} the free run is fed`,
    after: '.',
    expected: (tokens: string) => `one of the model’s tokens: ${tokens}`,
    reasons: {
      truth: 'That is the target’s token: teacher forcing would feed it. A free run has no target.',
      sameStep: 'That is what this step predicts. It is fed what the step before predicted.',
      other: (step: number) => `A free run is fed its own last prediction: that of step ${step}.`,
    },
    because: (word: string, step: number) =>
      `${word}, the prediction of step ${step}. Right or wrong, it is all the decoder has.`,
    ran: 'Both lanes, as they ran: fed → predicts',
  },
  'stop-rule': {
    title: 'With the stop rule',
    question:
      'The lesson’s program lets the free run go on after EOS. With the stop rule, how many tokens does it write?',
    predictions: 'Predictions, step by step',
    label: 'Tokens written, EOS not counted',
    reasons: {
      all: 'That is without the rule. With it, the first EOS ends the output.',
      eos: 'EOS itself is not written: it ends the output.',
      other: 'Count the tokens before the first EOS.',
    },
    because: {
      nothing:
        'None: EOS comes first, so the output is empty. A decoder must be able to say nothing, and a program must be able to print it.',
      some: (count: number) => `${count}: what comes before the first EOS. The rest is never written.`,
    },
    ran: 'What the decoder writes',
  },
  'forcing-lie': {
    title: 'Two lanes, three statements',
    question: 'Untrained weights, one pair, two lanes. Which statement is the lie?',
    lanesTitle: 'Both lanes, fed → predicts',
    lanes,
    statements: {
      first: 'At step 0 both lanes are fed the same token.',
      weights: 'With other weights the forced lane would be fed the same tokens.',
      loss: 'The free lane’s loss is never below the forced lane’s.',
    },
    reasons: {
      first: 'True: both begin with BOS.',
      weights: 'True: the forced lane is fed the target, and that does not depend on the weights.',
      loss: 'True here.',
    },
    because:
      'The lie is about the loss. On one pair, and before training, the free lane may well have the lower one, as here. That teacher forcing helps is a matter of training, and of many pairs.',
    ran: 'Summed losses, and what each lane was fed',
    heads: ['', 'fed', 'loss'],
    forced: 'forced',
    free: 'free',
    otherWeights: 'forced, other weights',
  },
  'step-loss': {
    title: 'One step’s loss by hand',
    question: 'The model gives the expected token this probability. What is the cross-entropy of the step?',
    probabilities: (word: string, step: number) => `Step ${step} expects ${word}`,
    p: 'probability',
    label: 'Loss of the step',
    reasons: {
      sign: 'Right size, wrong sign: the logarithm of a probability is negative, and the loss is minus that.',
      share: 'That is a probability. The loss is minus its natural logarithm.',
      other: 'Take minus the natural logarithm (ln) of the probability.',
    },
    because: (p: string, loss: string) =>
      `−ln ${p} = ${loss}. A sure and right step costs 0; a sure and wrong one has no upper limit.`,
    ran: 'The whole target',
    heads: ['step', 'expects', 'probability', 'loss'],
  },
  'exposure-aloud': {
    title: 'Exposure bias in your own words',
    question: 'Explain to a neighbour, in two or three sentences, what exposure bias is and where you see it below.',
    lanesTitle: 'The same weights, two lanes: fed → predicts',
    lanes,
    label: 'Your explanation',
    model:
      'In training the decoder is always fed the true previous token; at inference it is fed its own predictions. It has never seen its own errors, so after the first wrong token it stands where it has never been, and one error brings the next. The weights are the same in both lanes: only the input differs.',
    points: [
      'Training feeds true tokens, inference feeds predictions.',
      'The decoder has never seen its own errors.',
      'One early error can bring others after it.',
    ],
    reason: 'Some points were missing. Read the model answer once more, and say it again in your own words.',
    because: (step: number) =>
      step < 0
        ? 'Here the lanes stay together: no wrong prediction was fed on.'
        : `Here the lanes part at step ${step}. It is a mismatch between training and inference, not overfitting.`,
  },
};
