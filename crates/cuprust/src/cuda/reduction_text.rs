//! The text of a reduction's kernel, which runs over the elements, over parts of them, and over the results of parts.

use cuprust_ir::Result;

use super::elementwise::{HEAD, KernelOptions};
use super::operands::{Form, OperandParameter, Types, cpp, element};
use super::reduction_space::THREADS;
use super::tokens::tokens;

/// The texts of a reduction.
#[derive(Debug, Clone, Default)]
pub struct ReductionTexts {
    /// The value of an element, an expression of the inputs.
    pub map: String,
    /// The combination of `a` and `b`, an expression.
    pub reduce: String,
    /// How the outputs follow from `a`, a statement.
    pub post_map: String,
    /// The initial value, an expression; without one, a reduction begins with its first element.
    pub identity: Option<String>,
    /// The type in which values are combined; without one, the first output's.
    pub reduce_type: Option<String>,
}

/// The operands of a kernel.
pub(super) struct Head<'a> {
    pub inputs: &'a [OperandParameter],
    pub outputs: &'a [OperandParameter],
    /// The forms of the inputs and of the outputs.
    pub forms: &'a [Form],
    /// How many axes the results have.
    pub kept: usize,
    pub names: &'a Names,
    /// Whether the texts see what each result reduces as an array of its own, on one axis.
    pub windows: bool,
}

/// The name of the variable whose size is that of a partial result.
pub(super) fn pair_name(options: &KernelOptions) -> String {
    format!("{}_pair_bytes_", options.name)
}

/// What the texts of a reduction name of the text around them, by CuPy's names.
#[derive(Debug, Clone)]
pub(super) struct Names {
    /// The position of an element, `_in_ind`, and that of a result, `_out_ind`.
    pub input: bool,
    pub output: bool,
    /// Whether the type of `_J` is named, `IndexT`.
    index_type: bool,
    /// Of each operand whether it is named as a whole array, as `_raw_x`.
    pub whole: Vec<bool>,
}

impl Names {
    pub(super) fn of(
        texts: &ReductionTexts,
        preamble: &str,
        inputs: &[OperandParameter],
        outputs: &[OperandParameter],
    ) -> Names {
        let all = [&texts.map, &texts.post_map, &texts.reduce];
        // A preamble's macros are not among its tokens.
        let names = |word: &str| {
            preamble.contains(word)
                || all.iter().any(|text| text.contains(word) && tokens(text).iter().any(|token| token.text == word))
        };
        let whole = |parameter: &OperandParameter| !parameter.raw && names(&format!("_raw_{}", parameter.name));
        Names {
            input: names("_in_ind"),
            output: names("_out_ind"),
            index_type: names("IndexT"),
            whole: inputs.iter().chain(outputs).map(whole).collect(),
        }
    }

    /// Whether the positions of elements, or inputs as whole arrays, are named.
    pub(super) fn see_elements(&self, inputs: usize) -> bool {
        self.input || self.whole[..inputs].contains(&true)
    }

    /// Whether the positions of results, or outputs as whole arrays, are named.
    pub(super) fn see_results(&self, inputs: usize) -> bool {
        self.output || self.whole[inputs..].contains(&true)
    }
}

impl ReductionTexts {
    /// The kernel's text, for this many merged axes, and the ranks of the input and the output.
    ///
    /// # Errors
    /// A type error where nothing determines a letter's dtype.
    pub(super) fn written(
        &self,
        options: &KernelOptions,
        types: &Types,
        head: &Head<'_>,
        (rank, (rank_in, rank_out)): (usize, (usize, usize)),
    ) -> Result<String> {
        let KernelOptions { name, preamble, .. } = options;
        let ReductionTexts { map, reduce, post_map, identity, reduce_type } = self;
        let (mut declarations, mut openings, mut bases, mut reads, mut results) =
            (Vec::new(), String::new(), String::new(), String::new(), String::new());
        let (kept, left, names) = (head.kept, rank - head.kept, head.names);
        for (position, (parameter, form)) in head.inputs.iter().chain(head.outputs).zip(head.forms).enumerate() {
            let text = form.text(parameter);
            declarations.push(text.declaration);
            let (&Form::Array { dtype, .. }, name) = (form, &parameter.name) else { continue };
            let own = element(parameter, dtype);
            let is_input = position < head.inputs.len();
            if names.whole.get(position) == Some(&true) {
                let own_rank = if is_input { rank_in } else { rank_out.max(usize::from(head.windows)) };
                declarations.push(format!("const Layout_<{own_rank}> _whole_{name}"));
                let array = |data: &str| {
                    format!("const CArray<{own}, {own_rank}, false> _raw_{name}({data}, _whole_{name});\n")
                };
                if head.windows {
                    let array = array(&format!("&element_(_data_{name}, bytes_<0, {kept}>(_layout_{name}, _index))"));
                    bases.push_str(&array);
                    results.push_str(&array);
                } else {
                    openings.push_str(&array(&format!("_data_{name}")));
                }
            }
            if parameter.raw {
                openings.push_str(&text.opening);
            } else if is_input {
                bases.push_str(&format!(
                    "                const ptrdiff_type _base_{name} = bytes_<0, {kept}>(_layout_{name}, _index);\n"
                ));
                reads.push_str(&format!(
                    "                    {own}& {name} = element_(_data_{name}, _base_{name} + bytes_<{kept}, {left}>(_layout_{name}, _index));\n"
                ));
            } else {
                results.push_str(&format!(
                    "                {own}& {name} = element_(_data_{name}, bytes_<0, {kept}>(_layout_{name}, _index));\n"
                ));
            }
        }
        let reduced = match reduce_type {
            Some(text) => types.named_type(text),
            None => cpp(types.dtype(&head.outputs[0])?).to_owned(),
        };
        let indexer = |sees: bool, rank: usize, name: &str, shape: &str| match (sees, rank) {
            (false, _) => String::new(),
            (true, 0) => format!("    Indexer_<0> {name}(nullptr);\n"),
            (true, _) => format!("    Indexer_<{rank}> {name}({shape}.shape);\n"),
        };
        openings.push_str(&indexer(names.input, rank_in, "_in_ind", "_shape_in"));
        openings.push_str(&indexer(names.output, rank_out, "_out_ind", "_shape_out"));
        // As in CuPy, positions are numbered with the reduced axes first.
        let position = if head.windows { "_J" } else { "_J * _count + i" };
        reads.push_str(&format!(
            "                    const long long _j = {position};\n                    (void)_j;\n"
        ));
        if names.input {
            reads.push_str("                    _in_ind.set(_j);\n");
        }
        if names.output {
            results.push_str(if head.windows { "_out_ind.set(0);\n" } else { "_out_ind.set(i);\n" });
        }
        let index_type = if names.index_type { "typedef long long IndexT;\n" } else { "" };
        // With an identity each thread begins with it; without one, threads that have an element begin with their
        // first.
        let begin = match identity {
            Some(identity) => format!("_own = _type_reduce({identity});\n                _any = true;\n"),
            None => String::new(),
        };
        Ok(format!(
            "{HEAD}{typedefs}{index_type}{preamble}\ntypedef {reduced} _type_reduce;\n\
             struct Pair_ {{ _type_reduce value; bool any; }};\n\
             extern \"C\" __device__ unsigned char {pair}[sizeof(Pair_)];\n\
             __device__ __forceinline__ _type_reduce reduce_(const _type_reduce& a, const _type_reduce& b) {{ return _type_reduce({reduce}); }}\n\
             // The phases: 0 gives results, 1 partial results of the parts blockIdx.y, 2 the results of those.\n\
             extern \"C\" __global__ void {name}({declarations}, const Layout_<{rank_in}> _shape_in, const Layout_<{rank_out}> _shape_out,\n\
             \x20   const Layout_<{rank}> _space, Pair_* _partials, const long long _count, const long long _length, const long long _chunk,\n\
             \x20   const unsigned int _team, const int _across, const int _phase) {{\n\
             {openings}    __shared__ alignas(16) unsigned char _memory[sizeof(Pair_) * {THREADS}];\n\
             \x20   Pair_* const _pairs = reinterpret_cast<Pair_*>(_memory);\n\
             \x20   const unsigned int _teams = {THREADS} / _team, _step = _across ? _teams : 1;\n\
             \x20   const unsigned int _place = _across ? threadIdx.x / _teams : threadIdx.x % _team;\n\
             \x20   const unsigned int _number = _across ? threadIdx.x % _teams : threadIdx.x / _team;\n\
             \x20   const long long _begin = blockIdx.y * _chunk, _end = _begin + _chunk < _length ? _begin + _chunk : _length;\n\
             \x20   for (long long _first = (long long)blockIdx.x * _teams; _first < _count; _first += (long long)gridDim.x * _teams) {{\n\
             \x20       const long long i = _first + _number, _i = i;\n        (void)_i;\n\
             \x20       _type_reduce _own;\n        bool _any = false;\n        ptrdiff_type _index[{rank} + 1];\n\
             \x20       if (i < _count) {{\n            place_<0, {kept}>(i, _space, _index);\n\
             \x20           if (_phase == 2) {{\n                for (long long _own_part = _place; _own_part < _length; _own_part += _team) {{\n\
             \x20                   const Pair_& _part = _partials[_own_part * _count + i];\n\
             \x20                   if (_part.any) {{\n                        if (_any) _own = reduce_(_own, _part.value); else {{ _own = _part.value; _any = true; }}\n\
             \x20                   }}\n                }}\n            }} else {{\n\
             \x20               {begin}{bases}                #pragma unroll 4\n\
             \x20               for (long long _J = _begin + _place; _J < _end; _J += _team) {{\n\
             \x20                   place_<{kept}, {left}>(_J, _space, _index);\n\
             {reads}                    const _type_reduce _value = _type_reduce({map});\n\
             \x20                   if (_any) _own = reduce_(_own, _value); else {{ _own = _value; _any = true; }}\n\
             \x20               }}\n            }}\n        }}\n\
             \x20       if (_any) _pairs[threadIdx.x].value = _own;\n        _pairs[threadIdx.x].any = _any;\n        __syncthreads();\n\
             \x20       for (unsigned int _half = _team / 2; _half > 0; _half /= 2) {{\n\
             \x20           if (_place < _half && _pairs[threadIdx.x + _half * _step].any) {{\n\
             \x20               Pair_ &_pair = _pairs[threadIdx.x], &_other = _pairs[threadIdx.x + _half * _step];\n\
             \x20               if (_pair.any) _pair.value = reduce_(_pair.value, _other.value); else _pair.value = _other.value;\n\
             \x20               _pair.any = true;\n            }}\n            __syncthreads();\n        }}\n\
             \x20       if (i < _count && _place == 0) {{\n            if (_phase == 1) {{\n\
             \x20               Pair_& _part = _partials[(long long)blockIdx.y * _count + i];\n\
             \x20               if (_pairs[threadIdx.x].any) _part.value = _pairs[threadIdx.x].value;\n\
             \x20               _part.any = _pairs[threadIdx.x].any;\n            }} else {{\n\
             {results}                _type_reduce a = _pairs[threadIdx.x].value;\n                (void)a;\n                {post_map};\n\
             \x20           }}\n        }}\n        __syncthreads();\n    }}\n}}\n",
            typedefs = types.typedefs(),
            pair = pair_name(options),
            declarations = declarations.join(", "),
        ))
    }
}
