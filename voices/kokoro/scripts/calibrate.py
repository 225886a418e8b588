"""What goes into and comes out of the convolutions, for sentences of nine languages and fourteen voices."""

import numpy as np
import onnx
import onnxruntime

# Language and number of the speaker of each sentence. The next sentence of its language between 30 and 70 phonemes is taken.
SENTENCES = [
    ('en-US', 3), ('ja', 37), ('en-GB', 21), ('fr', 30), ('en-US', 16), ('zh', 47), ('it', 35),
    ('en-US', 2), ('es', 29), ('en-GB', 26), ('hi', 33), ('pt-BR', 43), ('en-US', 14), ('en-US', 5),
]
# Values of each tensor that are kept of a sentence.
SAMPLE = 30_000


def calibrate(model, convolutions, voice_folder, phoneme_folder):
    """Returns lowest and highest value of each channel, and a sample of values, for each input and output of the convolutions."""
    names = sorted({name for one in convolutions for name in (one.input[0], one.output[0])})
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    shown.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(shown.SerializeToString(), options, providers=['CPUExecutionProvider'])
    random, taken = np.random.default_rng(0), {}
    found = {name: {'lo': [], 'hi': [], 'x': []} for name in names}
    for language, speaker in SENTENCES:
        place = taken[language] = taken.get(language, -1) + 1
        outputs = session.run(names, inputs(sentence(phoneme_folder, language, place), speaker, voice_folder))
        for name, (values,) in zip(names, outputs):
            columns = random.integers(0, values.shape[1], max(16, min(values.shape[1], SAMPLE // values.shape[0])))
            found[name]['lo'].append(values.min(1))
            found[name]['hi'].append(values.max(1))
            found[name]['x'].append(values[:, columns])
    return {
        name: {'lo': np.min(one['lo'], 0), 'hi': np.max(one['hi'], 0), 'x': np.concatenate(one['x'], 1)}
        for name, one in found.items()
    }


def sentence(folder, language, place):
    with open(f'{folder}/{language}.tsv', encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t') for line in file if '\t' in line]
    fitting = [row for row in rows if 30 < len(row[1]) < 70] or rows
    return fitting[place][1].strip()


def inputs(phonemes, speaker, folder):
    """Returns the inputs of the model for a text of phonemes."""
    with open(f'{folder}/tokens.txt', encoding='utf-8') as file:
        rows = [line.rstrip('\n').rsplit(' ', 1) for line in file if line.strip('\n')]
    ids = {token: int(number) for token, number in rows}
    styles = np.fromfile(f'{folder}/voices.bin', np.float32).reshape(-1, 510, 1, 256)
    tokens = [0, *[ids[sign] for sign in phonemes if sign in ids][:508], 0]
    return {
        'tokens': np.array([tokens], np.int64),
        'style': styles[speaker][len(tokens) - 2],
        'speed': np.array([1.0], np.float32),
    }
