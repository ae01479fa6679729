//! Arrays are made of Rust's own data and become it again, and their elements do not change on the way.

use cuprust::*;

#[track_caller]
fn same(array: &Array, dtype: DType, shape: &[i64], text: &str) {
    assert_eq!((array.dtype(), array.shape()), (dtype, shape));
    assert_eq!(array.to_string(), text);
}

#[test]
fn literals_have_the_dtype_of_their_numbers() {
    same(&array![1, 2, 3], DType::I32, &[3], "[1 2 3]");
    same(&array![[1i64, 2], [3, 4]], DType::I64, &[2, 2], "[[1 2]\n [3 4]]");
    same(&array![[[1.5f32], [2.0]], [[3.0], [4.0]]], DType::F32, &[2, 2, 1], "[[[1.5]\n  [2. ]]\n\n [[3. ]\n  [4. ]]]");
    same(&array![true, false], DType::Bool, &[2], "[ True False]");
    same(&array![c128::new(1.0, -2.0)], DType::C128, &[1], "[1.-2.j]");
    same(&array![[0.0f64; 2]; 0], DType::F64, &[0], "[]");
}

#[test]
fn data_become_arrays() -> Result<()> {
    same(&Array::from(vec![1u8, 2]), DType::U8, &[2], "[1 2]");
    same(&Array::from(&[1.0f64, 2.5][..]), DType::F64, &[2], "[1.  2.5]");
    same(&Array::from([[1i16, 2], [3, 4]]), DType::I16, &[2, 2], "[[1 2]\n [3 4]]");
    same(&(1..4).map(|x| x as f32 / 2.0).collect(), DType::F32, &[3], "[0.5 1.  1.5]");
    same(&asarray(vec![vec![1i64, 2], vec![3, 4]])?, DType::I64, &[2, 2], "[[1 2]\n [3 4]]");
    same(&asarray(&[1i64, 2][..])?, DType::I64, &[2], "[1 2]");
    same(&asarray(7i8)?, DType::I8, &[], "7");
    let ragged = asarray(vec![vec![1i64, 2], vec![3]]).unwrap_err();
    assert_eq!(ragged.kind(), ErrorKind::Value);
    Ok(())
}

#[test]
fn arrays_become_data() -> Result<()> {
    let a = array![[1.0, 2.0], [3.0, 4.0]];
    let elements: Vec<f64> = (&a.t()).try_into()?;
    assert_eq!(elements, [1.0, 3.0, 2.0, 4.0]);
    assert_eq!(Vec::<f32>::try_from(&a).unwrap_err().kind(), ErrorKind::Type);
    Ok(())
}

#[test]
fn shapes_and_axes_are_written_in_many_ways() -> Result<()> {
    let (rows, list) = (2usize, vec![2i64, 3]);
    for a in [zeros((rows, 3))?, zeros([2, 3])?, zeros(&list)?, zeros(&list[..])?, zeros((2, 3u32))?] {
        assert_eq!((a.shape(), a.dtype()), (&[2, 3][..], DType::F64));
    }
    assert_eq!(zeros(())?.ndim(), 0);
    let a = arange(24)?.reshape((2, 3, 4))?;
    for b in [a.sum((0, 2))?, a.sum([0, -1])?, a.sum(&[0i64, 2][..])?, a.sum(axis((0, 2)))?] {
        assert_eq!(b.to_string(), "[ 60  92 124]");
    }
    for b in [a.sum(..)?, a.sum((0, 1, 2))?, a.sum(None)?] {
        assert_eq!(b.to_string(), "276");
    }
    let fortran = ones(shape((2, 3)).of::<i64>().order(Order::F))?;
    assert_eq!((&*fortran.strides(), fortran.to_string()), (&[8, 16][..], "[[1 1 1]\n [1 1 1]]".to_owned()));
    assert_eq!(eye(shape((2, 3)).k(1).order(Order::F))?.to_string(), eye(shape((2, 3)).k(1))?.to_string());
    Ok(())
}

#[test]
fn reductions_take_what_they_can_use() -> Result<()> {
    let a = array![[1i64, 2], [3, 4]];
    let (out, mask) = (zeros(2)?, array![[true, false], [true, true]]);
    let sum = a.sum(axis(1).dtype(DType::F64).out(&out).mask(&mask).initial(0.5))?;
    assert_eq!((sum.to_string(), out.to_string()), ("[1.5 7.5]".to_owned(), "[1.5 7.5]".to_owned()));
    assert_eq!(a.max(axis(..).initial(9))?.to_string(), "9");
    let narrow = array![1u8, 2].max(axis(0).initial(300)).unwrap_err();
    assert_eq!((narrow.kind(), narrow.text()), (ErrorKind::Overflow, "Python integer 300 out of bounds for uint8"));
    assert_eq!(a.weighted_average(axis(0).dtype(DType::F32), None).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(full(shape(2).dtype(DType::F32), 7)?.to_string(), "[7. 7.]");
    assert_eq!(full((2, 2), &array![1, 2])?.to_string(), "[[1 2]\n [1 2]]");
    assert_eq!(full(2, u64::MAX)?.dtype(), DType::U64);
    Ok(())
}
