"""
make_model.py EXPORT.onnx VOICE_FOLDER PHONEME_FOLDER OUT.onnx

Makes the model of this package. See README.md beside this file for the inputs.
"""

import sys

import onnx

from calibrate import calibrate
from float_weights import use_float_weights
from graph import Graph
from quantize import CANDIDATES, convolutions_of, quantize
from rewrite import rewrite
from store import store_weights

# The order of voices.bin.
SPEAKERS = (
    'af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky am_adam am_echo am_eric am_fenrir '
    'am_liam am_michael am_onyx am_puck am_santa bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis ef_dora em_alex '
    'ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex '
    'pm_santa zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang em_santa'
).split()


def main(export_file, voice_folder, phoneme_folder, out_file):
    export, model = onnx.load(export_file), onnx.load(export_file)
    use_float_weights(model)
    graph = Graph(model)
    rewrite(graph)
    seen = calibrate(model, convolutions_of(graph, CANDIDATES), voice_folder, phoneme_folder)
    quantize(graph, export, seen)
    store_weights(graph, export)
    add_metadata(model)
    onnx.save(model, out_file)


def add_metadata(model):
    """What sherpa-onnx reads of a Kokoro model (scripts/kokoro/v1.0/add_meta_data.py of k2-fsa/sherpa-onnx)."""
    del model.metadata_props[:]
    onnx.helper.set_model_props(model, {
        'model_type': 'kokoro',
        'language': 'multi-lang, e.g., English, Chinese',
        'has_espeak': '1',
        'sample_rate': '24000',
        'version': '2',
        'voice': 'en-us',
        'style_dim': '510,1,256',
        'n_speakers': str(len(SPEAKERS)),
        'id2speaker': ','.join(f'{place}->{name}' for place, name in enumerate(SPEAKERS)),
        'speaker2id': ','.join(f'{name}->{place}' for place, name in enumerate(SPEAKERS)),
        'speaker_names': ','.join(SPEAKERS),
    })


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
